import { useEffect, useState } from 'react';
import {
  type CharacterClass,
  defaultPassphraseOptions,
  defaultPasswordOptions,
  type Generated,
  generateSecret,
  type PassphraseOptions,
  type PasswordOptions,
  passphraseWordCounts,
  passwordLengths,
} from '../../../../domains/vault/entries/secret-generator.ts';
import { whileWanted } from '../../../../lib/while-wanted.ts';
import { Button, GhostButton } from '../../../../ui/button.tsx';
import { CheckField } from '../../../../ui/fields/check-field.tsx';

const classNamesOf: readonly { readonly id: CharacterClass; readonly name: string }[] = [
  { id: 'upper', name: 'A–Z' },
  { id: 'lower', name: 'a–z' },
  { id: 'digits', name: '0–9' },
  { id: 'symbols', name: 'Symbols' },
];

/** Makes passwords (20 characters unless told otherwise) and passphrases, with the exact entropy of how they were made. */
export function Generator({ use = 'Use it', onUse }: { readonly use?: string; readonly onUse: (secret: string) => void }) {
  const [style, setStyle] = useState<'password' | 'passphrase'>('password');
  const [password, setPassword] = useState<PasswordOptions>(defaultPasswordOptions);
  const [passphrase, setPassphrase] = useState<PassphraseOptions>(defaultPassphraseOptions);
  const [turn, setTurn] = useState(0);
  const [made, setMade] = useState<Generated | 'impossible'>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn asks for another of the same kind.
  useEffect(() => {
    const options = style === 'password' ? { style, ...password } : { style, ...passphrase };
    return whileWanted(generateSecret(options), (result) => setMade(result.ok ? result.value : 'impossible'));
  }, [style, password, passphrase, turn]);
  const usable = made !== undefined && made !== 'impossible' ? made : undefined;
  return (
    <section aria-label="Generator" className="rounded-control border border-hairline bg-plate p-4">
      <div className="flex gap-5" role="radiogroup" aria-label="What to make">
        <StyleChoice id="password" name="Characters" chosen={style} onChoose={setStyle} />
        <StyleChoice id="passphrase" name="Words" chosen={style} onChoose={setStyle} />
      </div>
      <output className="mt-3 block min-h-14 font-mono text-lg wrap-anywhere" translate="no">
        {usable?.text ?? (made === 'impossible' ? 'Choose at least one kind of character.' : '')}
      </output>
      <p className="font-mono text-sm text-muted">{usable === undefined ? ' ' : `${usable.entropyBits.toFixed(1)} bits`}</p>
      {style === 'password' ? (
        <PasswordChoices options={password} onChange={setPassword} />
      ) : (
        <PassphraseChoices options={passphrase} onChange={setPassphrase} />
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button disabled={usable === undefined} onClick={() => usable && onUse(usable.text)}>
          {use}
        </Button>
        <GhostButton onClick={() => setTurn(turn + 1)}>Another</GhostButton>
      </div>
    </section>
  );
}

type StyleChoiceProps<Id extends string> = {
  readonly id: Id;
  readonly name: string;
  readonly chosen: string;
  readonly onChoose: (id: Id) => void;
};

function StyleChoice<Id extends string>({ id, name, chosen, onChoose }: StyleChoiceProps<Id>) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2">
      <input
        type="radio"
        name="generator-style"
        className="size-5 accent-(--copper)"
        checked={chosen === id}
        onChange={() => onChoose(id)}
      />
      {name}
    </label>
  );
}

function PasswordChoices({
  options,
  onChange,
}: {
  readonly options: PasswordOptions;
  readonly onChange: (options: PasswordOptions) => void;
}) {
  const toggle = (id: CharacterClass, on: boolean) =>
    onChange({
      ...options,
      classes: classNamesOf.map((each) => each.id).filter((each) => (each === id ? on : options.classes.includes(each))),
    });
  return (
    <div className="mt-2">
      <Slider name="Length" value={options.length} range={passwordLengths} onChange={(length) => onChange({ ...options, length })} />
      <div className="flex flex-wrap gap-x-5">
        {classNamesOf.map(({ id, name }) => (
          <CheckField key={id} label={name} checked={options.classes.includes(id)} onChecked={(isOn) => toggle(id, isOn)} />
        ))}
        <CheckField
          label="No look-alikes"
          checked={options.avoidLookAlikes}
          onChecked={(isOn) => onChange({ ...options, avoidLookAlikes: isOn })}
        />
      </div>
    </div>
  );
}

type PassphraseChoicesProps = { readonly options: PassphraseOptions; readonly onChange: (options: PassphraseOptions) => void };

function PassphraseChoices({ options, onChange }: PassphraseChoicesProps) {
  return (
    <div className="mt-2">
      <Slider
        name="Words"
        value={options.wordCount}
        range={passphraseWordCounts}
        onChange={(wordCount) => onChange({ ...options, wordCount })}
      />
      <div className="flex flex-wrap gap-x-5">
        <CheckField label="Capitals" checked={options.capitalise} onChecked={(isOn) => onChange({ ...options, capitalise: isOn })} />
        <CheckField label="A digit" checked={options.digit} onChecked={(isOn) => onChange({ ...options, digit: isOn })} />
      </div>
    </div>
  );
}

type SliderProps = {
  readonly name: string;
  readonly value: number;
  readonly range: { readonly least: number; readonly most: number };
  readonly onChange: (value: number) => void;
};

function Slider({ name, value, range, onChange }: SliderProps) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <span className="w-16 text-sm text-muted">{name}</span>
      <input
        type="range"
        className="min-w-0 flex-1 accent-(--copper)"
        min={range.least}
        max={range.most}
        value={value}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <span className="w-8 text-right font-mono text-sm tabular-nums">{value}</span>
    </label>
  );
}
