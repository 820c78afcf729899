type TileFaceProps = { readonly label: string; readonly text: string; readonly note?: string | undefined };

/** A figure of the overview: its name, what it comes to, and a word on that where one is wanted. */
export function TileFace({ label, text, note }: TileFaceProps) {
  return (
    <>
      <span className="overview-label">{label}</span>
      <span className="overview-value">{text}</span>
      {note === undefined ? null : <span className="overview-note">{note}</span>}
    </>
  );
}
