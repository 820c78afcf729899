import { fail, succeed } from '@castellan/foundation/result';
import { expect, test } from 'vitest';
import type { SessionStatus } from '../../domains/session/session-status.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { takeOutcome } from './sign-in-effects.ts';
import { meetNewcomer, openTerminal, reduceTerminal, takesCommands } from './sign-in-reducer.ts';
import type { TerminalEvent, TerminalOutcome, TerminalState, Transition } from './sign-in-state.ts';
import { quickAnswersOf } from './terminal-field.ts';

const email = 'ada@varga.example';
const password = 'a long enough pass phrase';
const setupSecret = 'setup-secret-0123456789';
const enrolment = { factorId: 'factor-1', address: 'otpauth://totp/Castellan:ada?secret=JBSWY3DP', secret: 'JBSWY3DP' };
const codes = ['ABCDE-23456', 'FGHIJ-23456'];

const withoutFactor: SessionStatus = { email, assurance: 'no-authenticator', factorId: undefined, passkeyId: undefined };
const codeWanted: SessionStatus = { email, assurance: 'code-wanted', factorId: 'factor-1', passkeyId: undefined };
const full: SessionStatus = { email, assurance: 'full', factorId: 'factor-1', passkeyId: undefined };
const eitherWanted: SessionStatus = { ...codeWanted, passkeyId: 'passkey-1' };
const passkeyWanted: SessionStatus = { ...eitherWanted, factorId: undefined };

const typed = (text: string): TerminalEvent => ({ kind: 'typed', text });
const settled = (outcome: TerminalOutcome) => ({ kind: 'settled', outcome }) as const;
const cancelled: TerminalEvent = { kind: 'cancelled' };
const refused = (reason: string, details: readonly string[] = []): BackendFailure => ({ code: 'refused', reason, details });
const limited: BackendFailure = { code: 'rate_limited', retryAfterSeconds: 42 };

/** Lets events happen one after another; effects are those of the last one. */
function drive(from: Transition | TerminalState, ...events: readonly (TerminalEvent | ReturnType<typeof settled>)[]): Transition {
  const first: Transition = 'effects' in from ? from : { state: from, effects: [] };
  return events.reduce(
    ({ state }, event) => (event.kind === 'settled' ? takeOutcome(state, event.outcome) : reduceTerminal(state, event)),
    first,
  );
}

function opened(found: SessionStatus | undefined = undefined, nextPath?: string): TerminalState {
  return drive(openTerminal({ setupSecret: undefined, nextPath }), settled({ kind: 'find-session', result: succeed(found) })).state;
}

function openedBySetupLink(): TerminalState {
  return drive(openTerminal({ setupSecret, nextPath: undefined }), settled({ kind: 'find-session', result: succeed(undefined) })).state;
}

const atEnrolment = () =>
  drive(
    openedBySetupLink(),
    typed(email),
    typed(password),
    typed(password),
    settled({ kind: 'create-owner', result: succeed(undefined) }),
    settled({ kind: 'sign-in', result: succeed(withoutFactor) }),
    settled({ kind: 'start-enrolment', result: succeed(enrolment) }),
  );
const atCode = () =>
  drive(opened(), typed('login'), typed(email), typed(password), settled({ kind: 'sign-in', result: succeed(codeWanted) }));

const lastText = ({ state }: Transition) => state.lines.at(-1)?.text ?? '';
const transcript = (state: TerminalState) => JSON.stringify([state.lines, state.history]);

test('the terminal opens by looking for a session, and takes nothing until it has an answer', () => {
  const begun = openTerminal({ setupSecret: undefined, nextPath: undefined });
  expect(begun.effects).toEqual([{ kind: 'find-session' }]);
  expect(takesCommands(begun.state)).toBe(false);
  expect(drive(begun, typed('help')).state).toEqual(begun.state);
});

test('a setup link starts the dialogue by itself and ends on the dashboard with an authenticator', () => {
  const asked = drive(openedBySetupLink(), typed(email), typed(password), typed(password));
  expect(asked.effects).toEqual([{ kind: 'create-owner', secret: setupSecret, email, password }]);
  const made = drive(asked, settled({ kind: 'create-owner', result: succeed(undefined) }));
  expect(made.effects).toEqual([{ kind: 'sign-in', email, password }]);
  expect(made.state.setupSecret).toBeUndefined();
  const signedIn = drive(made, settled({ kind: 'sign-in', result: succeed(withoutFactor) }));
  expect(signedIn.effects).toEqual([{ kind: 'start-enrolment' }]);
  const shown = drive(signedIn, settled({ kind: 'start-enrolment', result: succeed(enrolment) }));
  expect(shown.state.step).toEqual({ kind: 'enrol-code', enrolment, secretShown: false });
  const typedCode = drive(shown, typed('123 456'));
  expect(typedCode.effects).toEqual([{ kind: 'confirm-enrolment', factorId: 'factor-1', code: '123456' }]);
  const confirmed = drive(typedCode, settled({ kind: 'confirm-enrolment', result: succeed(undefined) }));
  expect(confirmed.effects).toEqual([{ kind: 'make-recovery-codes' }]);
  const withCodes = drive(confirmed, settled({ kind: 'make-recovery-codes', result: succeed(codes) }));
  expect(withCodes.state.step).toEqual({ kind: 'recovery-codes', codes });
  const stored = drive(withCodes, typed('stored'));
  expect(stored.effects).toEqual([{ kind: 'enter', method: 'totp' }]);
  const left = drive(stored, settled({ kind: 'enter', result: succeed(undefined) }));
  expect(left.effects).toEqual([{ kind: 'leave', path: '/dashboard' }]);
});

test('a short password and a repeat that differs are refused before anything is sent', () => {
  const short = drive(openedBySetupLink(), typed(email), typed('too short'));
  expect(lastText(short)).toBe('Use at least 12 characters.');
  const differing = drive(short, typed(password), typed(`${password}!`));
  expect(lastText(differing)).toBe('Passwords do not match.');
  expect(differing.state.step.kind).toBe('setup-password');
  expect(differing.effects).toEqual([]);
});

test.each([
  ['weak_password', 'setup-password'],
  ['email_invalid', 'setup-email'],
  ['validation_failed', 'setup-email'],
  ['setup_closed', 'command'],
  ['setup_secret_invalid', 'command'],
] as const)('a setup refused as %s goes on at %s', (reason, kind) => {
  const answered = drive(
    openedBySetupLink(),
    typed(email),
    typed(password),
    typed(password),
    settled({ kind: 'create-owner', result: fail(refused(reason)) }),
  );
  expect(answered.state.step.kind).toBe(kind);
  expect(answered.state.waiting).toBe(false);
});

test('a used or stale setup link is forgotten, an outage does not cost it', () => {
  const answer = (failure: BackendFailure) =>
    drive(openedBySetupLink(), typed(email), typed(password), typed(password), settled({ kind: 'create-owner', result: fail(failure) }));
  expect(answer(refused('setup_secret_invalid')).state.setupSecret).toBeUndefined();
  expect(answer({ code: 'backend_unreachable' }).state.setupSecret).toBe(setupSecret);
});

test('an authenticator that cannot be begun during the setup is offered again, and the owner may go in without', () => {
  const failed = drive(
    openedBySetupLink(),
    typed(email),
    typed(password),
    typed(password),
    settled({ kind: 'create-owner', result: succeed(undefined) }),
    settled({ kind: 'sign-in', result: succeed(withoutFactor) }),
    settled({ kind: 'start-enrolment', result: fail({ code: 'backend_unreachable' }) }),
  );
  expect(failed.state.step.kind).toBe('enrol-offer');
  expect(drive(failed, typed('later')).effects).toEqual([{ kind: 'enter', method: 'password' }]);
});

test('setup without the link says where the link comes from, and how to have a new one', () => {
  const told = transcript(drive(opened(), typed('setup')).state);
  expect(told).toContain('the link that the server prints');
  expect(told).toContain('Restart the server to print a new one');
});

test('only whoever comes without a session and without the link asks whether there is an owner', () => {
  const find = (secret: string | undefined, found: SessionStatus | undefined) =>
    drive(openTerminal({ setupSecret: secret, nextPath: undefined }), settled({ kind: 'find-session', result: succeed(found) })).effects;
  expect(find(undefined, undefined)).toEqual([{ kind: 'ask-ownership' }]);
  expect([find(setupSecret, undefined), find(undefined, full)]).toEqual([[], []]);
});

test('a site without an owner names the setup link, at the start and again after a refusal, and disturbs no dialogue', () => {
  const typing = drive(opened(), typed('login'), typed(email));
  const met = meetNewcomer(typing.state);
  expect(met).toMatchObject({ effects: [], state: { step: typing.state.step, waiting: typing.state.waiting } });
  expect(transcript(met.state)).toContain('This site has no owner yet');
  const refusal = settled({ kind: 'sign-in', result: fail(refused('invalid_credentials')) });
  const again = drive(met, typed(password), refusal);
  expect(again.state.lines.filter(({ text }) => text.startsWith('This site has no owner yet'))).toHaveLength(2);
  expect(transcript(again.state)).not.toContain('reset-password');
});

test('later, while enrolling, says what it means and goes in by password', () => {
  const later = drive(atEnrolment(), typed('later'));
  expect(later.effects).toEqual([{ kind: 'enter', method: 'password' }]);
  expect(transcript(later.state)).toContain('the password alone opens everything');
});

test('the secret is shown on demand and hidden again', () => {
  const shown = drive(atEnrolment(), typed('secret'));
  expect(shown.state.step).toMatchObject({ secretShown: true });
  expect(drive(shown, typed('secret')).state.step).toMatchObject({ secretShown: false });
});

test('a picture that grew too old is replaced by a new one', () => {
  const stale = drive(
    atEnrolment(),
    typed('123456'),
    settled({ kind: 'confirm-enrolment', result: fail(refused('mfa_factor_not_found')) }),
  );
  expect(stale.effects).toEqual([{ kind: 'start-enrolment' }]);
});

test('a wrong first code is asked again', () => {
  const wrong = drive(
    atEnrolment(),
    typed('123456'),
    settled({ kind: 'confirm-enrolment', result: fail(refused('mfa_verification_failed')) }),
  );
  expect(wrong.state.step.kind).toBe('enrol-code');
  expect(lastText(wrong)).toBe('The authentication code is incorrect.');
});

test('recovery codes are left by nothing but the word that they are stored', () => {
  const shown = drive(
    atEnrolment(),
    typed('123456'),
    settled({ kind: 'confirm-enrolment', result: succeed(undefined) }),
    settled({ kind: 'make-recovery-codes', result: succeed(codes) }),
  );
  for (const event of [typed(''), typed('yes'), cancelled]) {
    const still = drive(shown, event);
    expect(still.state.step.kind).toBe('recovery-codes');
    expect(still.effects).toEqual([]);
  }
});

test('recovery codes that could not be made do not keep the owner out', () => {
  const failed = drive(
    atEnrolment(),
    typed('123456'),
    settled({ kind: 'confirm-enrolment', result: succeed(undefined) }),
    settled({ kind: 'make-recovery-codes', result: fail({ code: 'backend_unreachable' }) }),
  );
  expect(failed.effects).toEqual([{ kind: 'enter', method: 'totp' }]);
});

test('login asks e-mail, password and code, and goes where the owner wanted', () => {
  const start = drive(opened(undefined, '/library?tag=a'), typed('login'), typed(`  ${email} `), typed(password));
  expect(start.effects).toEqual([{ kind: 'sign-in', email, password }]);
  const code = drive(start, settled({ kind: 'sign-in', result: succeed(codeWanted) }), typed('123456'));
  expect(code.effects).toEqual([{ kind: 'verify-code', factorId: 'factor-1', code: '123456' }]);
  const verified = drive(code, settled({ kind: 'verify-code', result: succeed(undefined) }));
  expect(verified.effects).toEqual([{ kind: 'enter', method: 'totp' }]);
  const left = drive(verified, settled({ kind: 'enter', result: succeed(undefined) }));
  expect(left.effects).toEqual([{ kind: 'leave', path: '/library?tag=a' }]);
});

test('a password is taken with the spaces it was typed with', () => {
  expect(drive(opened(), typed('login'), typed(email), typed(' p ')).effects).toEqual([{ kind: 'sign-in', email, password: ' p ' }]);
});

test('a refused sign-in starts again and never says which part was wrong', () => {
  const answer = drive(
    opened(),
    typed('login'),
    typed(email),
    typed(password),
    settled({ kind: 'sign-in', result: fail(refused('invalid_credentials')) }),
  );
  expect(answer.state.lines.slice(-2).map(({ text }) => text)).toEqual([
    'Access refused.',
    'Wrong e-mail or password. Forgotten? Run npm run owner -- reset-password on the server.',
  ]);
  expect(answer.state.step).toEqual({ kind: 'sign-in-email' });
});

test('a limit says how long it lasts', () => {
  const answer = drive(opened(), typed('login'), typed(email), typed(password), settled({ kind: 'sign-in', result: fail(limited) }));
  expect(lastText(answer)).toContain('42 seconds');
});

test('a code that was just used is asked again after the next one', () => {
  const answer = drive(atCode(), typed('123456'), settled({ kind: 'verify-code', result: fail(refused('mfa_code_already_used')) }));
  expect(lastText(answer)).toContain('Wait for the next one');
  expect(answer.state.step.kind).toBe('code');
});

test('a session that ended while its code was typed starts the sign-in again', () => {
  const answer = drive(atCode(), typed('123456'), settled({ kind: 'verify-code', result: fail({ code: 'unauthorized' }) }));
  expect(answer.state.step.kind).toBe('sign-in-email');
});

test('a recovery code is taken in either field and named in the log', () => {
  const pasted = drive(atCode(), typed('abcde-23456'));
  expect(pasted.effects).toEqual([{ kind: 'verify-code', factorId: 'factor-1', code: 'ABCDE23456' }]);
  const chosen = drive(atCode(), typed('recovery'));
  expect(chosen.state.step).toMatchObject({ kind: 'code', method: 'recovery_code' });
  const accepted = drive(chosen, typed('ABCDE 23456'), settled({ kind: 'verify-code', result: succeed(undefined) }));
  expect(accepted.effects).toEqual([{ kind: 'enter', method: 'recovery_code' }]);
  expect(drive(chosen, typed('authenticator')).state.step).toMatchObject({ method: 'totp' });
});

test('where there is a passkey, it is asked for beside the code, and named in the log', () => {
  const asked = opened(eitherWanted);
  expect(asked.lines.at(-1)?.text).toBe('Type passkey to use a passkey instead.');
  const given = drive(asked, typed('Passkey'));
  expect(given.effects).toEqual([{ kind: 'verify-passkey', factorId: 'passkey-1' }]);
  const accepted = drive(given, settled({ kind: 'verify-passkey', result: succeed(undefined) }));
  expect(accepted.effects).toEqual([{ kind: 'enter', method: 'passkey' }]);
  expect(drive(asked, typed('123456')).effects).toEqual([{ kind: 'verify-code', factorId: 'factor-1', code: '123456' }]);
});

test('a passkey that was not given, or not accepted, leaves the code and another try', () => {
  const given = drive(opened(eitherWanted), typed('passkey'));
  const failures = [
    [{ code: 'passkey_refused' }, 'The passkey prompt was cancelled.'],
    [{ code: 'passkey_unsupported' }, 'This browser knows no passkeys, or not at this address. Type a code instead.'],
    [refused('mfa_verification_failed'), 'The passkey was not accepted.'],
    [refused('mfa_challenge_expired'), 'That took too long. Type passkey to try again.'],
    [limited, 'Too many attempts. Wait 42 seconds, then try again.'],
  ] as const;
  for (const [failure, text] of failures) {
    const answer = drive(given, settled({ kind: 'verify-passkey', result: fail(failure) }));
    expect(lastText(answer)).toBe(text);
    expect(answer.state.step.kind).toBe('code');
  }
  const ended = drive(given, settled({ kind: 'verify-passkey', result: fail({ code: 'unauthorized' }) }));
  expect(ended.state.step.kind).toBe('sign-in-email');
});

test('where the passkey is all there is, six digits are no answer, and a recovery code is', () => {
  const asked = opened(passkeyWanted);
  expect(asked.lines.map(({ text }) => text)).toContain(`Enter the passkey for ${email}.`);
  const digits = drive(asked, typed('123456'));
  expect(digits.effects).toEqual([]);
  expect(lastText(digits)).toBe('A recovery code has ten letters and digits, like ABCDE-23456.');
  expect(drive(asked, typed('authenticator')).effects).toEqual([]);
  expect(drive(asked, typed('ABCDE-23456')).effects).toEqual([{ kind: 'verify-code', factorId: 'passkey-1', code: 'ABCDE23456' }]);
  expect(drive(opened({ ...passkeyWanted, assurance: 'full' }), typed('enrol')).effects).toEqual([{ kind: 'start-enrolment' }]);
});

test('without a passkey the word is no code', () => {
  expect(drive(atCode(), typed('passkey')).effects).toEqual([]);
});

test('what is no code is not sent', () => {
  for (const text of ['12345', '1234567', 'ABCDE-2345', 'ABCDE-01891']) {
    const answer = drive(atCode(), typed(text));
    expect(answer.effects).toEqual([]);
    expect(lastText(answer)).toBe('Please enter a 6-digit code.');
  }
});

test('a live session is resumed by Enter alone, and login is another key', () => {
  const live = opened(full);
  expect(live.lines.map(({ text }) => text)).toContain(`Session of ${email} is live. Press Enter to resume.`);
  expect(drive(live, typed('')).effects).toEqual([{ kind: 'enter', method: 'session' }]);
  expect(drive(live, typed('login')).state.step.kind).toBe('sign-in-email');
});

test('a session that still wants its code is asked for the code only', () => {
  expect(opened(codeWanted).step).toEqual({ kind: 'code', factorId: 'factor-1', passkeyId: undefined, email, method: 'totp' });
});

test('an owner without an authenticator may resume or enrol', () => {
  const live = opened(withoutFactor);
  expect(drive(live, typed('')).effects).toEqual([{ kind: 'enter', method: 'session' }]);
  expect(drive(live, typed('enrol')).effects).toEqual([{ kind: 'start-enrolment' }]);
});

test('a sign-in without an authenticator offers one', () => {
  const offered = drive(
    opened(),
    typed('login'),
    typed(email),
    typed(password),
    settled({ kind: 'sign-in', result: succeed(withoutFactor) }),
  );
  expect(offered.state.step.kind).toBe('enrol-offer');
  expect(drive(offered, typed('enrol')).effects).toEqual([{ kind: 'start-enrolment' }]);
  expect(drive(offered, typed('later')).effects).toEqual([{ kind: 'enter', method: 'password' }]);
  expect(drive(offered, typed('what')).state.step.kind).toBe('enrol-offer');
});

test('after an authenticator was removed on the machine, the one-time secret lets enrol again', () => {
  const asked = drive(
    opened(withoutFactor),
    typed('enrol'),
    settled({ kind: 'start-enrolment', result: fail(refused('enrolment_grant_required')) }),
  );
  expect(asked.state.step.kind).toBe('enrol-grant');
  const granted = drive(asked, typed(' one-time-secret '));
  expect(granted.effects).toEqual([{ kind: 'grant-enrolment', secret: 'one-time-secret' }]);
  expect(drive(granted, settled({ kind: 'grant-enrolment', result: succeed(undefined) })).effects).toEqual([{ kind: 'start-enrolment' }]);
  const wrong = drive(granted, settled({ kind: 'grant-enrolment', result: fail(refused('enrolment_secret_invalid')) }));
  expect(wrong.state.step.kind).toBe('enrol-grant');
});

test('a session that the log refuses is not let in', () => {
  const denied = (status: SessionStatus) =>
    drive(opened(status), typed(''), settled({ kind: 'enter', result: fail({ code: 'unauthorized' }) }));
  expect(denied(withoutFactor).state.step.kind).toBe('enrol-grant');
  expect(denied(full).state.step.kind).toBe('command');
  expect(denied(full).effects).toEqual([]);
});

test('a dialogue is cancelled, a command line and a running request are not', () => {
  expect(drive(opened(), typed('login'), typed(email), cancelled).state.step.kind).toBe('command');
  expect(drive(openedBySetupLink(), cancelled, typed('setup')).state.step).toEqual({ kind: 'setup-email', secret: setupSecret });
  expect(drive(atEnrolment(), cancelled).state.step.kind).toBe('resume');
  expect(drive(opened(), cancelled)).toEqual({ state: opened(), effects: [] });
  const running = drive(opened(), typed('login'), typed(email), typed(password));
  expect(drive(running, cancelled).state).toEqual(running.state);
});

test('nothing is taken while an answer is awaited', () => {
  const running = drive(opened(), typed('login'), typed(email), typed(password));
  expect(drive(running, typed('another'))).toEqual({ state: running.state, effects: [] });
});

test('an outage at the start leaves a terminal that can be used', () => {
  const down = drive(
    openTerminal({ setupSecret: undefined, nextPath: undefined }),
    settled({ kind: 'find-session', result: fail({ code: 'backend_unreachable' }) }),
  );
  expect(takesCommands(down.state)).toBe(true);
  expect(lastText(down)).toContain('does not answer');
});

test('help names every command, clear empties the screen, history lists what was typed', () => {
  const helped = drive(opened(), typed('help'));
  for (const name of ['login', 'setup', 'enrol', 'history', 'clear', 'help']) expect(transcript(helped.state)).toContain(name);
  const cleared = drive(helped, typed('clear'));
  expect(cleared.state.lines).toEqual([]);
  expect(lastText(drive(cleared, typed('history')))).toBe('  3  history');
});

test('nothing secret that was typed is in the transcript or the history', () => {
  const everything = drive(
    atEnrolment(),
    typed('123456'),
    settled({ kind: 'confirm-enrolment', result: succeed(undefined) }),
    settled({ kind: 'make-recovery-codes', result: succeed(codes) }),
    typed('stored'),
    settled({ kind: 'enter', result: succeed(undefined) }),
  ).state;
  const login = drive(atCode(), typed('654321'), settled({ kind: 'verify-code', result: fail(refused('mfa_verification_failed')) })).state;
  const misplaced = drive(opened(), typed(password), typed(`setup ${setupSecret}`)).state;
  const grant = drive(
    opened(withoutFactor),
    typed('enrol'),
    settled({ kind: 'start-enrolment', result: fail(refused('enrolment_grant_required')) }),
    typed('one-time-secret'),
  ).state;
  for (const state of [everything, login, misplaced, grant]) {
    for (const secret of [password, setupSecret, '123456', '654321', 'one-time-secret', enrolment.secret, ...codes]) {
      expect(transcript(state)).not.toContain(secret);
    }
  }
});

test('secrets are gone from the state once their dialogue is over', () => {
  const left = drive(atEnrolment(), typed('later'), settled({ kind: 'enter', result: succeed(undefined) })).state;
  const cancelledSetup = drive(openedBySetupLink(), typed(email), typed(password), cancelled).state;
  expect(JSON.stringify(left)).not.toContain(enrolment.secret);
  expect(JSON.stringify(left)).not.toContain(setupSecret);
  expect(JSON.stringify(cancelledSetup)).not.toContain(password);
});

test('a device link is used up first, and a session is looked for however that ends', () => {
  const begun = openTerminal({ setupSecret: undefined, deviceSecret: 'device-secret', nextPath: undefined });
  expect(begun.effects).toEqual([{ kind: 'allow-device', secret: 'device-secret' }]);
  for (const result of [succeed(undefined), fail(refused('device_secret_invalid'))]) {
    const told = drive(begun, settled({ kind: 'allow-device', result }));
    expect(told.effects).toEqual([{ kind: 'find-session' }]);
    expect(told.state.lines.at(-1)?.text).toMatch(result.ok ? /known now/ : /no longer valid/);
    expect(JSON.stringify(told.state)).not.toContain('device-secret');
  }
});

test('in front of a hosted project nothing asks for a recovery code or a one-time secret', () => {
  const openedHosted = (found: SessionStatus | undefined) =>
    drive(
      openTerminal({ setupSecret: undefined, nextPath: undefined, isHosted: true }),
      settled({ kind: 'find-session', result: succeed(found) }),
    );
  for (const found of [codeWanted, eitherWanted, passkeyWanted]) {
    const asked = openedHosted(found);
    expect(transcript(asked.state)).not.toContain('recovery');
    const labels = quickAnswersOf(asked.state).map(({ label }) => label);
    expect(labels).not.toContain('Use a recovery code');
    const word = drive(asked, typed('recovery'));
    expect(word.state.step).toEqual(asked.state.step);
    expect(word.effects).toEqual([]);
    expect(drive(asked, typed('ABCDE-23456')).effects).toEqual([]);
  }
  expect(lastText(drive(openedHosted(passkeyWanted), typed('123456')))).toContain('Type passkey');
  const { state } = atEnrolment();
  const enrolled = drive({ ...state, isHosted: true }, typed('123456'), settled({ kind: 'confirm-enrolment', result: succeed(undefined) }));
  expect(enrolled.effects).toEqual([{ kind: 'enter', method: 'totp' }]);
  // The dashboard removed the lost one: a new one is enrolled, and no secret asked for.
  const lost = drive(openedHosted(withoutFactor), typed(''), settled({ kind: 'enter', result: fail({ code: 'unauthorized' }) }));
  expect(lost.state.step).toEqual({ kind: 'enrol-offer' });
});
