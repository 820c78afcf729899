import { type ReactNode, useState } from 'react';
import { GhostButton } from '../../../ui/button.tsx';
import { fetchedPart } from '../../../ui/fetched-part.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import type { ConflictedChange, Decision } from '../collection-state.ts';
import type { Fields } from '../record.ts';

type SyncConflictProps = {
  readonly one: ConflictedChange;
  readonly inWords: (fields: Fields) => Fields;
  readonly decide: (sequence: number, decision: Decision) => Promise<void>;
  /** A field with a text, of which the two sides are compared place by place. */
  readonly textField: string | undefined;
  /** What becomes of what is not kept, after "What you do not keep". */
  readonly lostIs: string;
};

const CompareTexts = fetchedPart(async () => (await import('./compare-texts.tsx')).CompareTexts);

/** One change that was refused, or that conflicts: what it is about, and the ways to decide it. */
export function SyncConflict(props: SyncConflictProps) {
  const { change, name } = props.one;
  const { trouble, sequence } = change;
  const [hasFailed, setFailed] = useState(false);
  const decide = async (decision: Decision) => {
    setFailed(false);
    await props.decide(sequence, decision).catch(() => setFailed(true));
  };
  if (trouble === undefined) return null;
  return (
    <>
      {trouble.kind === 'refused' ? (
        <>
          <StatusMark kind="failure" className="wrap-anywhere">{`“${name}” was not saved. ${trouble.reason}`}</StatusMark>
          <p className="mt-1 text-sm text-muted">Nothing is lost: your text is saved here as you wrote it. Edit it, or:</p>
          <Choices
            choices={[
              ['Try again', 'mine'],
              ['Discard my change', 'theirs'],
            ]}
            decide={decide}
          />
        </>
      ) : (
        <Conflict {...props} theirs={trouble.theirs} decide={decide} />
      )}
      {hasFailed ? (
        <p role="alert" className="mt-3">
          <StatusMark kind="warning">
            Nothing was decided: the vault is locked, or a part of the page could not be fetched. Try again.
          </StatusMark>
        </p>
      ) : null}
    </>
  );
}

type ConflictProps = Omit<SyncConflictProps, 'decide'> & {
  readonly theirs: Fields;
  readonly decide: (decision: Decision) => Promise<void>;
};

function Conflict({ one: { change, name, mine }, theirs, inWords, textField = '', lostIs, decide }: ConflictProps) {
  const [isComparing, setComparing] = useState(false);
  const isRemoved = typeof theirs['deleted_at'] === 'string' && !('deleted_at' in change.values);
  const text = isRemoved ? undefined : textsOf(textField, change.isDoubtful === true ? {} : change.base, mine, theirs);
  const shown = (fields: Fields) => inWords(text === undefined ? fields : without(fields, textField));
  const fields = shown(mine);
  const choices: readonly (readonly [string, Decision])[] = isRemoved
    ? [
        ['Bring it back with my change', 'mine'],
        ['Leave it removed', 'theirs'],
      ]
    : [
        ['Keep mine', 'mine'],
        ['Keep the other', 'theirs'],
      ];
  return (
    <>
      <StatusMark kind="warning" className="wrap-anywhere">
        {isRemoved ? `“${name}” was removed elsewhere while you changed it.` : `“${name}” was changed here and elsewhere.`}
      </StatusMark>
      {text === undefined ? null : (
        <p className="mt-1 text-sm text-muted">Its text was changed in the same place. Whatever else was changed in it is joined.</p>
      )}
      {Object.keys(fields).length === 0 ? null : (
        <dl className="mt-2 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
          <Side title="Yours" fields={fields} />
          {isRemoved ? null : <Side title="The other" fields={shown(theirs)} />}
        </dl>
      )}
      <p className="mt-2 text-sm text-muted">{`What you do not keep ${lostIs}.`}</p>
      <Choices choices={choices} decide={decide}>
        {text === undefined ? null : (
          <>
            <GhostButton
              onWork={async () => {
                const { mergeText, textOfParts } = await import('@castellan/notes/merge-text');
                const both = textOfParts(mergeText(text.base, text.mine, text.theirs), 'both');
                await decide({ values: { [textField]: both } });
              }}
            >
              Keep both
            </GhostButton>
            <GhostButton onClick={() => setComparing(true)}>Compare</GhostButton>
          </>
        )}
      </Choices>
      {text !== undefined && isComparing ? (
        <CompareTexts
          name={name}
          texts={text}
          onKeep={async (kept) => {
            await decide({ values: { [textField]: kept } });
            setComparing(false);
          }}
          onClose={() => setComparing(false)}
        />
      ) : null}
    </>
  );
}

/** The three texts of a conflict. */
function textsOf(field: string, base: Fields, mine: Fields, theirs: Fields) {
  const [own, other, before] = [mine[field], theirs[field], base[field]];
  if (typeof own !== 'string' || typeof other !== 'string') return undefined;
  // Where it is not known what both came from, all of it is one place.
  return { mine: own, theirs: other, base: typeof before === 'string' ? before : '' };
}

const without = (fields: Fields, field: string): Fields => Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field));

function Side({ title, fields }: { readonly title: string; readonly fields: Fields }) {
  return (
    <div>
      <dt className="text-muted">{title}</dt>
      {Object.entries(fields).map(([field, value]) => (
        <dd key={field} className="wrap-anywhere whitespace-pre-wrap">
          <span className="text-muted">{`${field.replaceAll('_', ' ')}: `}</span>
          {value === null || value === '' ? '(nothing)' : Array.isArray(value) ? value.join(', ') : String(value)}
        </dd>
      ))}
    </div>
  );
}

function Choices({
  choices,
  decide,
  children,
}: {
  readonly choices: readonly (readonly [label: string, decision: Decision])[];
  readonly decide: (decision: Decision) => Promise<void>;
  readonly children?: ReactNode;
}) {
  return (
    <div className="mt-3 flex flex-wrap gap-3">
      {choices.map(([label, decision]) => (
        <GhostButton key={label} onWork={() => decide(decision)}>
          {label}
        </GhostButton>
      ))}
      {children}
    </div>
  );
}
