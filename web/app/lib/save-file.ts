/** Hands content to the browser as a file to save; text needs its type named, a blob brings its own. */
export function saveFile(
  file: { readonly name: string; readonly type: string; readonly text: string } | { readonly name: string; readonly content: Blob },
): void {
  const content = 'content' in file ? file.content : new Blob([file.text], { type: file.type });
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(address);
}
