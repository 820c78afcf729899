/** Small: what it needs in turn is named here and not in the scripts of all visitors' pages. */
export async function look(): Promise<void> {
  const { askForOwner } = await import('./owners-tools.tsx');
  await askForOwner();
}
