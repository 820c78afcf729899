import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { BreachCheckEnd, BreachReport, BreachTask, ToolFailure } from '../contract/vault-tools.ts';
import type { VaultClient } from '../contract/vault-work.ts';
import { failureOfJob } from '../session/failure-of.ts';
import type { VaultCore } from '../session/store-core.ts';

/** Questions that are under way at the same time. */
const questionsAtOnce = 6;
/** So many questions without an answer, one after the other, and nobody is there. */
const maxMisses = 4;
/** Pauses one after the other, and the longest of them, that are waited for. */
const maxPauses = 3;
const longestPauseSeconds = 60;

type Failure = ToolFailure | { readonly code: 'breach_service_off' };

/** Asks about every distinct password, a few at a time, and tells honestly how far it came. Nothing of it is kept. */
export async function checkBreaches(core: VaultCore, task: BreachTask): Promise<Result<BreachReport, Failure>> {
  const { run, client } = core;
  if (core.opened?.tier !== 'secrets') return fail({ code: 'locked' });
  const plan = await client.ask('planBreachCheck', undefined, task.signal === undefined ? {} : { signal: task.signal });
  if (!plan.ok) {
    const { code } = plan.failure;
    return fail(code === 'cancelled' || code === 'rows_unread' ? { code } : failureOfJob({ code }));
  }
  const { prefixes, left } = plan.value;
  const round = new Round(core, client, prefixes, task);
  await round.ask();
  const found = await client.ask('finishBreachCheck', undefined);
  if (core.isOver(run) || !found.ok) return fail({ code: 'locked' });
  if (round.isOff) return fail({ code: 'breach_service_off' });
  if (round.asked > 0) void core.ports.log.record('breach_check', {});
  return succeed({ found: found.value, asked: round.asked, total: prefixes.length, left, ended: round.end ?? 'done' });
}

/** One check under way. */
class Round {
  asked = 0;
  end: BreachCheckEnd | undefined;
  isOff = false;
  readonly #core: VaultCore;
  readonly #run: number;
  readonly #client: VaultClient;
  readonly #task: BreachTask;
  readonly #total: number;
  readonly #waiting: string[];
  readonly #askedTwice = new Set<string>();
  #misses = 0;
  #pauses = 0;
  #pause: Promise<void> | undefined;

  constructor(core: VaultCore, client: VaultClient, prefixes: readonly string[], task: BreachTask) {
    this.#core = core;
    this.#run = core.run;
    this.#client = client;
    this.#task = task;
    this.#total = prefixes.length;
    this.#waiting = [...prefixes];
  }

  async ask(): Promise<void> {
    this.#task.onProgress?.(0, this.#total);
    const { signal } = this.#task;
    // A stop does not wait for answers that are under way: what they tell is no longer taken.
    const stopped = new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
    await Promise.race([Promise.all(Array.from({ length: questionsAtOnce }, () => this.#askOn())), stopped]);
    if (signal?.aborted === true) this.end ??= 'stopped';
  }

  async #askOn(): Promise<void> {
    for (;;) {
      await this.#pause;
      if (this.#task.signal?.aborted === true) this.end ??= 'stopped';
      if (this.end !== undefined || this.#core.isOver(this.#run)) return;
      const prefix = this.#waiting.shift();
      if (prefix === undefined) return;
      await this.#askAbout(prefix);
    }
  }

  async #askAbout(prefix: string): Promise<void> {
    const answer = await this.#core.ports.backend.breachRange(prefix);
    if (this.end !== undefined || this.#core.isOver(this.#run)) return;
    if (answer.ok) {
      if (answer.value.outcome === 'range') return this.#searchRange(prefix, answer.value.range);
      if (answer.value.outcome === 'unavailable') return this.#miss(prefix, 'service_away');
      this.isOff = true;
      this.end ??= 'refused';
      return;
    }
    switch (answer.failure.code) {
      case 'rate_limited':
        this.#waiting.unshift(prefix);
        return this.#rest(answer.failure.retryAfterSeconds);
      case 'backend_unreachable':
        return this.#miss(prefix, 'backend_away');
      case 'answer_unreadable':
      case 'refused':
      case 'unauthorized':
        this.end ??= 'refused';
        return;
    }
  }

  async #searchRange(prefix: string, range: string): Promise<void> {
    const estimated = await this.#client.ask('searchBreachRange', { prefix, range });
    if (!estimated.ok) {
      if (estimated.failure.code === 'range_not_readable') this.#miss(prefix, 'service_away');
      else this.end ??= 'stopped';
      return;
    }
    this.asked += 1;
    this.#misses = 0;
    this.#pauses = 0;
    this.#task.onProgress?.(this.asked, this.#total);
  }

  /** One answer that did not come is asked for once more, after the others. */
  #miss(prefix: string, end: BreachCheckEnd): void {
    this.#misses += 1;
    if (this.#misses >= maxMisses) this.end ??= end;
    if (this.#askedTwice.has(prefix)) return;
    this.#askedTwice.add(prefix);
    this.#waiting.push(prefix);
  }

  /** Nobody asks until it is over; questions that are answered with the same wish meanwhile join in. */
  #rest(seconds: number): void {
    if (this.#pause !== undefined) return;
    this.#pauses += 1;
    if (this.#pauses > maxPauses || seconds > longestPauseSeconds) {
      this.end ??= 'must_wait';
      return;
    }
    this.#task.onPause?.(seconds);
    this.#pause = new Promise<void>((resolve) => {
      const callOff = this.#core.ports.timer.after(seconds * 1000, resolve);
      this.#task.signal?.addEventListener(
        'abort',
        () => {
          callOff();
          resolve();
        },
        { once: true },
      );
    }).then(() => {
      this.#pause = undefined;
      this.#task.onPause?.(null);
    });
  }
}
