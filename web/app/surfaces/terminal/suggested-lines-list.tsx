/** Lines that are run by a press. */
export function SuggestedLinesList({ lines, onRun }: { readonly lines: readonly string[]; readonly onRun: (line: string) => void }) {
  return (
    <ul aria-label="Suggested lines" className="line-chips">
      {lines.map((line) => (
        <li key={line}>
          <button
            type="button"
            className="line-chip"
            // The focus stays where it is: on a touch screen the keyboard neither comes nor goes.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onRun(line)}
          >
            {line}
          </button>
        </li>
      ))}
    </ul>
  );
}
