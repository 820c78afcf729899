/** A text whose dates (`2026-11-28`) stand whole on one line: a line breaks behind a hyphen otherwise. */
export function WholeDates({ text }: { readonly text: string }) {
  return text.split(/(\d{4}-\d\d-\d\d)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other name.
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
