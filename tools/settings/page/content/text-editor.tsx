import { useId } from 'react';

type TextEditorProps = {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Where the caret is, whenever it moves. */
  readonly onCaret?: (at: number) => void;
};

/** A whole file as text. */
export function TextEditor({ label, text, onText, onCaret }: TextEditorProps) {
  const id = useId();
  return (
    <div className="content-whole">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={24}
        spellCheck
        className="content-text"
        value={text}
        onSelect={(event) => onCaret?.(event.currentTarget.selectionStart)}
        onChange={(event) => onText(event.currentTarget.value)}
      />
    </div>
  );
}
