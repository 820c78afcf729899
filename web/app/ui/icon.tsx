import { classNames } from './class-names.ts';

/** The path of one icon, imported by itself: `import { XIcon } from '@castellan/icons/signs/x'`. */
export type IconDrawing = string;

type IconProps = {
  readonly drawing: IconDrawing;
  /** What the icon means where no text beside it says so. Without it the icon is decoration. */
  readonly label?: string;
  readonly className?: string | undefined;
};

/** An icon the size of the text around it (1.25 em), silent unless labelled. */
export function Icon({ drawing, label, className }: IconProps) {
  const isSilent = label === undefined;
  return (
    <svg
      width="1.25em"
      height="1.25em"
      viewBox="0 0 256 256"
      fill="currentColor"
      className={classNames('shrink-0', className)}
      focusable="false"
      role={isSilent ? undefined : 'img'}
      aria-label={label}
      aria-hidden={isSilent || undefined}
    >
      <path d={drawing} />
    </svg>
  );
}
