/** Saves a file by the browser's own means, also one that is too large for memory; the desktop app remembers where it went. */
export function saveFrom(address: string, name = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  saveFrom(url, name);
  URL.revokeObjectURL(url);
}
