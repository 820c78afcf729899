import { classNames } from './class-names.ts';

/** `primary` one to a view, `ghost` beside it, `quiet` for what only accompanies, `danger` for what destroys. */
export type ButtonTone = 'primary' | 'ghost' | 'quiet' | 'danger';

const shape =
  'target inline-flex items-center justify-center gap-2 rounded-control text-base leading-none select-none transition-colors duration-feedback disabled:opacity-55';

const filled = 'min-h-12 px-5.5 font-semibold no-underline border border-transparent';

const tones: Readonly<Record<ButtonTone, string>> = {
  primary: classNames(filled, 'bg-copper text-on-copper hover:bg-copper-pressed active:bg-copper-pressed'),
  ghost: classNames(filled, 'border-edge! text-ink hover:bg-surface active:bg-raised'),
  quiet: 'quiet px-2 text-muted underline decoration-1 underline-offset-[6px] hover:text-ink hover:decoration-copper',
  danger: classNames(filled, 'bg-carmine text-on-carmine'),
};

/** The classes of a button, for links that look like one. */
export function buttonClass(tone: ButtonTone): string {
  return classNames(shape, tones[tone]);
}
