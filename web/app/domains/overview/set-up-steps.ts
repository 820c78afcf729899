import { settingAddress } from '../settings/setting-address.ts';

/** What is known of one part of the setup; `absent` where the backend has nothing of the kind. */
export type SetUpFact = 'done' | 'open' | 'unknown' | 'absent';

/** What is known of the setup, each from what is kept at the server now. */
export type SetUpFacts = Readonly<Record<SetUpPart, SetUpFact>>;

export type SetUpPart = 'authenticator' | 'recovery-codes' | 'name' | 'content' | 'password' | 'backup';

/** One row of the list. */
export type SetUpStep = {
  readonly part: SetUpPart;
  readonly title: string;
  readonly to: string;
  readonly fact: 'done' | 'open' | 'unknown';
};

/** What there is to set up, in the order in which it is done best, and where each is done. */
const places: readonly { readonly part: SetUpPart; readonly title: string; readonly to: string }[] = [
  { part: 'authenticator', title: 'Authenticator', to: settingAddress('authenticator') },
  { part: 'recovery-codes', title: 'Recovery codes', to: settingAddress('recovery-codes') },
  { part: 'password', title: 'First password', to: '/dashboard#vault?add' },
  { part: 'name', title: 'Your name on the site', to: settingAddress('edit-profile.name') },
  { part: 'content', title: 'Your own texts on the site', to: settingAddress('profile-samples') },
  { part: 'backup', title: 'First backup', to: settingAddress('backup-make') },
];

/** The rows of the list. */
export function setUpSteps(facts: SetUpFacts): readonly SetUpStep[] {
  return places.flatMap((place) => {
    const fact = facts[place.part];
    return fact === 'absent' ? [] : [{ ...place, fact }];
  });
}

/** Whether the list is shown: something is left for certain. `finished`: everything is done for certain, and nothing need be asked again. */
export function setUpStanding(steps: readonly SetUpStep[]): 'shown' | 'finished' | 'unknown' {
  if (steps.some(({ fact }) => fact === 'open')) return 'shown';
  return steps.every(({ fact }) => fact === 'done') ? 'finished' : 'unknown';
}
