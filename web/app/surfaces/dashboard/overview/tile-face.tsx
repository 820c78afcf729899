type TileFaceProps = { readonly label: string; readonly text: string; readonly note: string };

/** What stands on a tile of the overview. */
export function TileFace({ label, text, note }: TileFaceProps) {
  return (
    <>
      <span className="figure-label">{label}</span>
      <span className="figure-value">{text}</span>
      <span className="overview-note">{note}</span>
    </>
  );
}
