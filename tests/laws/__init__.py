"""What must hold for every input, searched by hypothesis."""
