import { useState } from 'react';
import { Button } from '../../../web/app/ui/button.tsx';
import { CheckField } from '../../../web/app/ui/fields/check-field.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { type CaseName, caseNames, changeCase, countMatches, replaceMatches } from '../knowledge/change-text.ts';
import { removeHidden } from '../knowledge/hidden-characters.ts';

const titles: Readonly<Record<CaseName, string>> = {
  upper: 'UPPER',
  lower: 'lower',
  title: 'Title Case',
  sentence: 'Sentence case',
  camel: 'camelCase',
  snake: 'snake_case',
  kebab: 'kebab-case',
};

/** What changes the text. Each change can be taken back, once. */
export function TextTools({ readText, onText }: { readonly readText: () => string; readonly onText: (text: string) => void }) {
  const [find, setFind] = useState('');
  const [replacement, setReplacement] = useState('');
  const [matchCase, setMatchCase] = useState(false);
  const [wholeWords, setWholeWords] = useState(false);
  const [before, setBefore] = useState<string>();
  const [said, setSaid] = useState('');
  const change = (make: (text: string) => string, words: string) => {
    const text = readText();
    const made = make(text);
    setSaid(made === text ? 'Nothing to change.' : words);
    if (made === text) return;
    setBefore(text);
    onText(made);
  };
  const search = { find, matchCase, wholeWords };
  return (
    <details className="rounded-card border border-hairline bg-surface px-5">
      <summary className="target flex items-center font-semibold">Change the text</summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 pb-5">
        <fieldset className="flex flex-wrap gap-x-4">
          <legend className="text-sm text-muted">Case</legend>
          {caseNames.map((name) => (
            <Button key={name} tone="quiet" onClick={() => change((text) => changeCase(text, name), 'Changed.')}>
              {titles[name]}
            </Button>
          ))}
        </fieldset>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Find" value={find} onChange={(event) => setFind(event.currentTarget.value)} />
          <TextField label="Replace with" value={replacement} onChange={(event) => setReplacement(event.currentTarget.value)} />
        </div>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <CheckField label="Match case" checked={matchCase} onChange={(event) => setMatchCase(event.currentTarget.checked)} />
          <CheckField label="Whole words" checked={wholeWords} onChange={(event) => setWholeWords(event.currentTarget.checked)} />
          <Button tone="ghost" disabled={find === ''} onClick={() => setSaid(`${countMatches(readText(), search)} found.`)}>
            Count
          </Button>
          <Button
            tone="ghost"
            disabled={find === ''}
            onClick={() => change((text) => replaceMatches(text, search, replacement), `${countMatches(readText(), search)} replaced.`)}
          >
            Replace all
          </Button>
        </div>
        <div className="flex flex-wrap items-center gap-x-6">
          <Button tone="quiet" onClick={() => change(removeHidden, 'Hidden characters removed.')}>
            Remove hidden characters
          </Button>
          {before === undefined ? null : (
            <Button
              tone="quiet"
              onClick={() => {
                onText(before);
                setBefore(undefined);
                setSaid('Taken back.');
              }}
            >
              Undo the change
            </Button>
          )}
          <span role="status" className="text-sm text-muted">
            {said}
          </span>
        </div>
      </div>
    </details>
  );
}
