import { type ReactNode, useId } from 'react';
import './record-list.css';

type Choice = {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly name: string }[];
  readonly onValue: (value: string) => void;
};

type RecordToolsProps = {
  readonly find: { readonly value: string; readonly onValue: (words: string) => void; readonly label?: string };
  /** What narrows or orders the list. */
  readonly choices?: readonly Choice[];
  /** How many are shown, or that none fits; empty where all are. */
  readonly said: string;
  readonly children?: ReactNode;
};

/** The line above a list: a search, and what narrows and orders it. `data-record-find` is where the key for it goes. */
export function RecordTools({ find, choices = [], said, children }: RecordToolsProps) {
  const saidId = useId();
  const { label = 'Find' } = find;
  return (
    <div className="record-tools">
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        data-record-find=""
        aria-describedby={saidId}
        value={find.value}
        onChange={(event) => find.onValue(event.currentTarget.value)}
        className="record-find"
      />
      {choices.map(({ label: name, value, options, onValue }) => (
        <select
          key={name}
          aria-label={name}
          title={name}
          value={value}
          onChange={(event) => onValue(event.currentTarget.value)}
          className="record-choice"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.name}
            </option>
          ))}
        </select>
      ))}
      {children}
      <p id={saidId} role="status" className="record-said">
        {said}
      </p>
    </div>
  );
}
