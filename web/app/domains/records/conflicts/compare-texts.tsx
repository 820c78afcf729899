import { type MergedPart, mergeText, type Preference, textOfPlace } from '@castellan/notes/merge-text';
import { useMemo, useState } from 'react';
import { Button, GhostButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';

type CompareTextsProps = {
  /** What the texts are of. */
  readonly name: string;
  readonly texts: { readonly base: string; readonly mine: string; readonly theirs: string };
  /** Takes the text that was put together. */
  readonly onKeep: (text: string) => Promise<void>;
  readonly onClose: () => void;
};

const sides: readonly (readonly [Preference, string])[] = [
  ['mine', 'Yours'],
  ['theirs', 'The other'],
  ['both', 'Both'],
];

/** Two texts that came from one: each place that both changed, side by side, and the text that is put together of them. */
export function CompareTexts({ name, texts, onKeep, onClose }: CompareTextsProps) {
  const parts = useMemo(() => mergeText(texts.base, texts.mine, texts.theirs), [texts.base, texts.mine, texts.theirs]);
  const places = parts.flatMap((part, index) => (part.kind === 'contested' ? [{ part, index }] : []));
  const [chosen, choose] = useState<ReadonlyMap<number, Preference>>(new Map());
  const [written, setWritten] = useState<string>();
  const result = useMemo(
    () => parts.map((part, index) => (part.kind === 'settled' ? part.text : textOfPlace(part, chosen.get(index) ?? 'mine'))).join(''),
    [parts, chosen],
  );
  const isWritten = written !== undefined;
  return (
    <Dialog
      open
      wide
      title="Compare the two texts"
      description={`“${name}”: ${places.length === 1 ? 'one place was' : `${places.length} places were`} changed on both sides. Everything else is joined below.`}
      onClose={onClose}
      actions={
        <>
          {isWritten ? <GhostButton onClick={() => setWritten(undefined)}>Choose by places again</GhostButton> : null}
          <Button onWork={() => onKeep(written ?? result)}>Keep this text</Button>
        </>
      }
    >
      <ol className="grid gap-5">
        {places.map(({ part, index }, at) => (
          <li key={index}>
            <Place
              title={`Place ${at + 1} of ${places.length}`}
              part={part}
              isDisabled={isWritten}
              chosen={chosen.get(index) ?? 'mine'}
              onChoose={(side) => choose(new Map([...chosen, [index, side]]))}
            />
          </li>
        ))}
      </ol>
      <TextArea
        label={isWritten ? 'The text, as you wrote it' : 'The text that is put together; edit it as you like'}
        className="mt-5"
        rows={8}
        value={written ?? result}
        onValue={setWritten}
      />
    </Dialog>
  );
}

type PlaceProps = {
  readonly title: string;
  readonly part: MergedPart & { readonly kind: 'contested' };
  readonly chosen: Preference;
  readonly isDisabled: boolean;
  readonly onChoose: (side: Preference) => void;
};

/** One place that both sides changed. */
function Place({ title, part, chosen, isDisabled, onChoose }: PlaceProps) {
  return (
    <fieldset disabled={isDisabled} className="border-t border-hairline pt-3">
      <legend className="float-left mb-2 w-full text-sm font-medium">{title}</legend>
      <div className="clear-both grid gap-3 sm:grid-cols-2">
        <Words title="Yours" text={part.mine} />
        <Words title="The other" text={part.theirs} />
      </div>
      <div className="mt-2 flex flex-wrap gap-x-6">
        {sides.map(([side, label]) => (
          <label key={side} className="inline-flex min-h-11 items-center gap-2 text-sm">
            <input
              type="radio"
              name={title}
              checked={chosen === side}
              onChange={() => onChoose(side)}
              className="size-5 shrink-0 accent-(--copper)"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Words({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
      tabIndex={0}
      aria-label={title}
      className="max-h-48 min-w-0 overflow-y-auto rounded-control border border-hairline bg-plate p-3"
    >
      <p className="text-sm text-muted">{title}</p>
      <p className="mt-1 wrap-anywhere whitespace-pre-wrap">{text.trim() === '' ? '(nothing)' : text.replace(/\n$/, '')}</p>
    </section>
  );
}
