import { useWealth } from '../wealth-context.tsx';

/** The categories that the ledger knows, for a field to offer. */
export function CategoryNames({ id }: { readonly id: string }) {
  const { book } = useWealth();
  return (
    <datalist id={id}>
      {book.categories.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}
