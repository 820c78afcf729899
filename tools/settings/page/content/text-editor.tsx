import { useId } from 'react';

type TextEditorProps = { readonly label: string; readonly text: string; readonly onText: (text: string) => void };

/** A whole file as text. */
export function TextEditor({ label, text, onText }: TextEditorProps) {
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
        onChange={(event) => onText(event.currentTarget.value)}
      />
    </div>
  );
}
