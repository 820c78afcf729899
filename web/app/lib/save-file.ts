/** Hands a text to the browser as a file to save. */
export function saveFile({ name, type, text }: { readonly name: string; readonly type: string; readonly text: string }): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
