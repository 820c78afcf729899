const inks: Readonly<Record<string, string>> = {
  GET: 'text-verdigris',
  HEAD: 'text-verdigris',
  POST: 'text-copper',
  PUT: 'text-ultramarine',
  PATCH: 'text-ultramarine',
  DELETE: 'text-carmine',
};

/** A method in its ink. */
export function MethodMark({ method }: { readonly method: string }) {
  return (
    <span translate="no" className={`font-mono text-xs font-semibold ${inks[method] ?? 'text-muted'}`}>
      {method}
    </span>
  );
}
