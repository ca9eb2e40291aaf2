/** Shapes shared by the page's scripts. */

export interface AssetFile {
  name: string;
  path: string;
  /** The SHA-256 of the SHA-256 digests of its pieces of 1 MiB, in hex. */
  digest: string;
  bytes: number;
  /** Bytes of its gzip form, where that is what travels. */
  packed?: number;
  /** In the page itself, in a page that has some of its files inline. */
  inline?: boolean;
}

export interface PageConfig {
  view: string;
  entry: string;
  title: string;
  app: { name: string; version: string; capabilities?: Record<string, any> };
  delivery: "linked" | "bridge" | "inline";
  assets: { base: string; files: AssetFile[]; chunk?: number; parallel?: number };
  handshake?: { sends?: number; interval?: number };
  fallback?: { html?: string };
  baked?: Record<string, any>;
  limits?: { stage?: number };
}

export interface GaveUp {
  why: string;
  tries: number;
  heard: boolean;
}

export interface BootReport {
  rung: string | null;
  stages: { name: string; at: number }[];
  notes: { text: string; at: number }[];
}

/** What the first script leaves for the second, and for Python. */
export interface Shim {
  config: PageConfig;
  configText: string;
  ready: Promise<any>;
  boot: BootReport;
  attach(handler: (given: number | string) => void, memory: any): string;
  everyPartial(): void;
  post(text: string): void;
  note(text: string): void;
  stage(name: string): void;
  send(frame: any): void;
  tellHost(level: string, data: any): void;
  showProgress(words: string, share?: number): void;
  bootNode(): HTMLElement;
  reveal(): void;
  ask(method: string, params: any, limit: number): Promise<any>;
  arrival(name: string): Promise<void>;
  arrived(name: string): void;
  watch(watcher: (frame: any) => void): () => void;
  isTornDown(): boolean;
  late: (() => Promise<void>) | null;
  fail(json: string): void;
}

export interface Store {
  has(name: string): boolean;
  bytes(name: string): Promise<Uint8Array<ArrayBuffer>>;
  module(name: string): Promise<WebAssembly.Module>;
  run(name: string): Promise<void>;
}

export interface Start {
  warmUp(store: Store, runtime: string): void;
  rungs: Record<string, (store: Store, note: (text: string) => void, runtime: string) => Promise<any>>;
  addAuthor(python: any, store: Store): Promise<void>;
  addLateFiles(python: any, store: Store): Promise<void>;
  surroundings(python: any): string;
}

declare global {
  var viewsdk: Shim;
  var viewsdkStart: Start;
  var viewsdkRuntime: { loadPyodide: (options: any) => Promise<any>; createModule: (settings: any) => Promise<any> };
}
