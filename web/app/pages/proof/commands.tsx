/** Lines for a shell. They wrap, so that nothing has to be scrolled to; copied, each is one line. */
export function Commands({ lines }: { readonly lines: readonly string[] }) {
  return (
    <pre className="proof-commands">
      <code translate="no">{lines.join('\n')}</code>
    </pre>
  );
}
