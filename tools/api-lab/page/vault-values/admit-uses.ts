import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { VaultRef } from '../model.ts';
import type { Sender } from '../sending/sender.ts';
import { type AllowedOrigins, judgeUse, type Use } from './judge-use.ts';
import type { OriginQuestion, VaultSource } from './vault-values.ts';

/** Why nothing is sent: every message that may not go. */
export type NotAdmitted = { readonly code: 'not_admitted'; readonly messages: readonly HeldMessage[] };

/** Why a message is not sent; `about` are names, or origins. `label`: the message's; empty where it is about all. */
export type HeldMessage = { readonly label: string; readonly code: string; readonly about: string };

/** What may be sent: the origins that each entry's values go to. */
export type Admitted = { readonly allowed: AllowedOrigins };

/**
 * Decides on all messages before any is sent, and asks the owner once about every entry and origin that is new. Allowed origins are
 * sealed with their entries before anything goes out. Fails with every message that may not.
 */
export async function admitUses(
  uses: readonly Use[],
  via: Sender['via'],
  vault: VaultSource | undefined,
  signal: AbortSignal,
): Promise<Result<Admitted, NotAdmitted>> {
  // What is refused whatever the entries allow needs no vault.
  const hopeless = uses.flatMap((use) => refusalOf(use, via, new Map()));
  if (hopeless.length > 0) return hold(hopeless);
  const known = await readAllowed(uses, vault);
  if (!known.ok) return known;
  const questions = questionsOf(uses, via, known.value);
  if (questions.length === 0) return succeed({ allowed: known.value });
  const origins = [...new Set(questions.map(({ origin }) => origin))].join(', ');
  const stop = (code: string) => hold([{ label: '', code, about: origins }]);
  if (vault?.ask === undefined) return stop('vault_origin_new');
  const answer = await vault.ask(questions, signal);
  if (signal.aborted) return stop('cancelled');
  if (!answer.ok) return stop(answer.failure.code);
  if (!answer.value) return stop('vault_origin_declined');
  const kept = await vault.allow(questions);
  if (!kept.ok) return stop(kept.failure.code === 'vault_locked' ? 'vault_locked' : 'vault_origin_unkept');
  const allowed = new Map(known.value);
  for (const { entryId, origin } of questions) allowed.set(entryId, [...(allowed.get(entryId) ?? []), origin]);
  return succeed({ allowed });
}

function hold(messages: readonly HeldMessage[]) {
  return fail<NotAdmitted>({ code: 'not_admitted', messages });
}

function refusalOf(use: Use, via: Sender['via'], allowed: AllowedOrigins): readonly HeldMessage[] {
  const judged = judgeUse(use, via, allowed);
  return judged.verdict === 'refused' ? [{ label: use.label, code: judged.code, about: judged.about }] : [];
}

/** What the entries behind the messages allow now. */
async function readAllowed(uses: readonly Use[], vault: VaultSource | undefined): Promise<Result<AllowedOrigins, NotAdmitted>> {
  const allowed = new Map<string, readonly string[]>();
  for (const { label, refs } of uses) {
    for (const [name, { entryId }] of refs) {
      if (allowed.has(entryId)) continue;
      if (vault === undefined) return hold([{ label, code: 'vault_absent', about: name }]);
      const origins = await vault.allowedOrigins(entryId);
      if (!origins.ok) return hold([{ label, code: origins.failure.code, about: name }]);
      allowed.set(entryId, origins.value);
    }
  }
  return succeed(allowed);
}

/** Each entry and origin once, with the parts that would go there and the messages that they would go with. */
function questionsOf(uses: readonly Use[], via: Sender['via'], allowed: AllowedOrigins): readonly OriginQuestion[] {
  const questions = new Map<string, { entryId: string; origin: string; parts: VaultRef[]; messages: OriginQuestion['messages'] }>();
  for (const use of uses) {
    const judged = judgeUse(use, via, allowed);
    if (judged.verdict !== 'ask') continue;
    for (const entryId of judged.entryIds) {
      const key = JSON.stringify([entryId, judged.origin]);
      const before = questions.get(key) ?? { entryId, origin: judged.origin, parts: [], messages: [] };
      const parts = [...use.refs.values()].filter((ref) => ref.entryId === entryId);
      const texts = new Set(before.parts.map((ref) => JSON.stringify(ref)));
      questions.set(key, {
        ...before,
        parts: [...before.parts, ...parts.filter((ref) => !texts.has(JSON.stringify(ref)))],
        messages: [...before.messages, { method: use.method, label: use.label }],
      });
    }
  }
  return [...questions.values()];
}

/** The way of one message: whatever is handed to it goes out only where the message was admitted to go. */
export function boundSender(sender: Sender, use: Use, { allowed }: Admitted): Sender {
  return {
    via: sender.via,
    send: async (request, signal) => {
      const judged = judgeUse({ ...use, sentUrl: request.url }, sender.via, allowed);
      if (judged.verdict === 'allowed') return sender.send({ ...request, carriesSecret: true }, signal);
      const [reason, about] = judged.verdict === 'ask' ? ['vault_origin_new', judged.origin] : [judged.code, judged.about];
      return { kind: 'failed', reason, about, totalMs: 0 };
    },
  };
}
