import { useState } from 'react';
import { GhostButton, QuietButton } from '../../../web/app/ui/button.tsx';
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
      <summary className="target content-center font-semibold">Change the text</summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 pb-5">
        <fieldset className="flex flex-wrap gap-x-4">
          <legend className="text-sm text-muted">Case</legend>
          {caseNames.map((name) => (
            <QuietButton key={name} onClick={() => change((text) => changeCase(text, name), 'Changed.')}>
              {titles[name]}
            </QuietButton>
          ))}
        </fieldset>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Find" value={find} onValue={setFind} />
          <TextField label="Replace with" value={replacement} onValue={setReplacement} />
        </div>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <CheckField label="Match case" checked={matchCase} onChecked={setMatchCase} />
          <CheckField label="Whole words" checked={wholeWords} onChecked={setWholeWords} />
          <GhostButton disabled={find === ''} onClick={() => setSaid(`${countMatches(readText(), search)} found.`)}>
            Count
          </GhostButton>
          <GhostButton
            disabled={find === ''}
            onClick={() => change((text) => replaceMatches(text, search, replacement), `${countMatches(readText(), search)} replaced.`)}
          >
            Replace all
          </GhostButton>
        </div>
        <div className="flex flex-wrap items-center gap-x-6">
          <QuietButton onClick={() => change(removeHidden, 'Hidden characters removed.')}>Remove hidden characters</QuietButton>
          {before === undefined ? null : (
            <QuietButton
              onClick={() => {
                onText(before);
                setBefore(undefined);
                setSaid('Undone.');
              }}
            >
              Undo the change
            </QuietButton>
          )}
          <span role="status" className="text-sm text-muted">
            {said}
          </span>
        </div>
      </div>
    </details>
  );
}
