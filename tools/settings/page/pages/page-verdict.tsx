import { useSyncExternalStore } from 'react';
import { Seal } from '../../../../web/app/domains/instruments/seal.tsx';
import { formatMinute } from '../../../../web/app/domains/notifications/bell-preferences.ts';
import { settings } from '../../../../web/app/domains/settings/registry.ts';
import type { SettingSectionId } from '../../../../web/app/domains/settings/sections.ts';
import { useBell } from '../bell-provider.tsx';
import { formatRows } from '../format-amount.ts';
import { useServer } from '../server-provider.tsx';

/** How a page stands. `open`: the server has not said. */
type Verdict = { readonly tone: 'sound' | 'doubtful' | 'open'; readonly sentence: string; readonly more?: string };

const marks = { sound: '✓', doubtful: '!', open: '' } as const;

/** The page's seal and its one sentence, which is announced when it changes. */
export function PageVerdict({ page }: { readonly page: SettingSectionId }) {
  const Drawn = verdicts[page];
  return <Drawn />;
}

function Sheet({ tone, sentence, more }: Verdict) {
  return (
    <div className="settings-verdict">
      <Seal tone={tone} text={marks[tone]} className="settings-seal" />
      <div role="status">
        <p className="lettering settings-sentence">{sentence}</p>
        {more === undefined ? null : <p className="settings-more">{more}</p>}
      </div>
    </div>
  );
}

function SiteVerdict() {
  const { asked } = useServer().facts;
  if (asked.value === undefined) return <Sheet tone="open" sentence="What visitors see of you." />;
  const fields = asked.value.samples.reduce((sum, file) => sum + file.fields.length, 0);
  if (fields === 0)
    return (
      <Sheet
        tone="sound"
        sentence="Everything on your site is yours."
        more="Changes are on the public pages a moment after they are saved."
      />
    );
  return (
    <Sheet
      tone="doubtful"
      sentence={fields === 1 ? 'One field still shows the sample.' : `${fields} fields still show the sample.`}
      more="Visitors read them as yours. Begin with your name and photo."
    />
  );
}

/** The name of what is chosen of a setting now. */
function useChosen(id: string): string {
  const control = settings.find((setting) => setting.id === id)?.control;
  if (control?.kind !== 'choice') throw new Error(`${id} is no choice`);
  const { subscribe, read, options } = control.choice;
  const value = useSyncExternalStore(subscribe, read, read);
  return options.find((option) => option.value === value)?.name ?? value;
}

function AppearanceVerdict() {
  const [theme, density, motion] = [useChosen('theme'), useChosen('density'), useChosen('motion')];
  const shown = theme === 'System' ? 'The system’s theme' : `${theme} theme`;
  return (
    <Sheet
      tone="sound"
      sentence={`${shown}, ${density.toLowerCase()}${motion === 'Still' ? ', nothing moves' : ''}.`}
      more="On this device alone."
    />
  );
}

function SecurityVerdict() {
  const { asked } = useServer().session;
  if (asked.value === undefined) return <Sheet tone="open" sentence="How you sign in, and when the vault locks." />;
  const { factorId, passkeyId } = asked.value;
  const second = factorId === undefined ? (passkeyId === undefined ? undefined : 'a passkey') : 'an authenticator';
  return second === undefined ? (
    <Sheet tone="doubtful" sentence="The password alone signs in." more="Set up an authenticator in the vault, under Security." />
  ) : (
    <Sheet tone="sound" sentence={`A password and ${second} protect your sign-in.`} />
  );
}

function BellVerdict() {
  const { asked } = useBell();
  if (asked.status !== 'ready') return <Sheet tone="open" sentence="What the bell counts." />;
  const { mutedTypes, quiet } = asked.value;
  const muted = mutedTypes.length === 0 ? 'The bell counts everything' : `${mutedTypes.length} of 5 kinds are muted`;
  const hours = quiet === undefined ? '' : `; quiet from ${formatMinute(quiet.fromMinute)} to ${formatMinute(quiet.toMinute)}`;
  return <Sheet tone="sound" sentence={`${muted}${hours}.`} more="The same on all your devices." />;
}

function IntegrationsVerdict() {
  const { asked } = useServer().integrations;
  if (asked.value === undefined) return <Sheet tone="open" sentence="Which services this server asks for you." />;
  const on = asked.value.filter(({ state }) => state === 'on').length;
  return (
    <Sheet
      tone="sound"
      sentence={`${on} of ${asked.value.length} services are on.`}
      more="On means that the server may ask them. Test them to see whether they answer."
    />
  );
}

function ShortcutsVerdict() {
  const control = settings.find(({ id }) => id === 'single-keys')?.control;
  if (control?.kind !== 'switch') throw new Error('single-keys is no switch');
  const isOn = useSyncExternalStore(control.on.subscribe, control.on.read, control.on.read);
  return <Sheet tone="sound" sentence={isOn ? 'Single keys are on.' : 'Single keys are off; Ctrl K still opens the palette.'} />;
}

function BackupVerdict() {
  return (
    <Sheet
      tone="open"
      sentence="One encrypted file brings everything back."
      more="The server does not know whether you have one: keep it on another machine."
    />
  );
}

function HealthVerdict() {
  const { found } = useServer().health;
  if (found === undefined)
    return <Sheet tone="open" sentence="The server checks itself when you ask." more="That takes some seconds and changes nothing." />;
  const count = (wanted: (typeof found.findings)[number]['state']) => found.findings.filter(({ state }) => state === wanted).length;
  const [failed, warned, unseen] = [count('failure'), count('warning'), count('not looked at')];
  const parts = [
    failed === 0 ? undefined : `${failed} of ${found.findings.length} checks failed`,
    warned === 0 ? undefined : warned === 1 ? '1 warning' : `${warned} warnings`,
  ].filter((part) => part !== undefined);
  return (
    <Sheet
      tone={parts.length === 0 ? 'sound' : 'doubtful'}
      sentence={parts.length === 0 ? 'Nothing that was looked at is wrong.' : `${parts.join(', ')}.`}
      {...(unseen === 0 ? {} : { more: unseen === 1 ? 'One thing could not be looked at.' : `${unseen} things could not be looked at.` })}
    />
  );
}

function DataVerdict() {
  const { asked } = useServer().kept;
  if (asked.value === undefined) return <Sheet tone="open" sentence="Where your data is." />;
  const rows = asked.value.reduce((sum, place) => sum + place.rows, 0);
  return (
    <Sheet
      tone="sound"
      sentence={`The server keeps ${formatRows(rows)} of yours.`}
      more="Counted by the database when this page was opened."
    />
  );
}

function AboutVerdict() {
  const { asked } = useServer().facts;
  return (
    <Sheet
      tone={asked.value === undefined ? 'open' : 'sound'}
      sentence={asked.value === undefined ? 'Castellan' : `Castellan ${asked.value.version}, open source.`}
    />
  );
}

const verdicts = {
  profile: SiteVerdict,
  appearance: AppearanceVerdict,
  security: SecurityVerdict,
  notifications: BellVerdict,
  integrations: IntegrationsVerdict,
  shortcuts: ShortcutsVerdict,
  backup: BackupVerdict,
  health: HealthVerdict,
  data: DataVerdict,
  about: AboutVerdict,
} as const;
