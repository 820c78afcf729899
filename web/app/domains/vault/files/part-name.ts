/** What a part is called in the bucket. */
export function partName(id: string, index: number): string {
  return `${id}/${String(index).padStart(4, '0')}`;
}

/** What marks a file that no record was found to name. */
export function looseName(id: string): string {
  return `${id}/loose`;
}

/** Whose object this is, and whether it is the mark. */
export function readObjectName(name: string): { readonly id: string; readonly isMark: boolean } {
  const [id = '', rest] = name.split('/');
  return { id, isMark: rest === 'loose' };
}
