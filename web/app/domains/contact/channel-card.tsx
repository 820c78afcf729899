import type { LinkInk } from '@castellan/content/profile';
import { ArrowUpRightIcon } from '@castellan/icons/arrows/arrow-up-right';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Icon, type IconDrawing } from '../../ui/icon.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

type ChannelCardProps = {
  readonly drawing: IconDrawing;
  readonly name: string;
  readonly description: ReactNode;
  /** What the card does: opens an address in a new tab, does something here, or (without either) only shows. */
  readonly href?: string;
  readonly onPress?: () => void;
  /** Controls of its own, in the place of one that is the whole card. */
  readonly children?: ReactNode;
  /** The colours of the band along its foot; copper to verdigris where none are named. */
  readonly ink?: LinkInk;
};

/** One way to reach the owner, the whole card being its link or button. */
export function ChannelCard({ drawing, name, description, href, onPress, ink, children }: ChannelCardProps) {
  const content = (
    <>
      <span className="channel-mark">
        <Icon drawing={drawing} />
      </span>
      <span className="min-w-0">
        <span className="lettering block text-lg font-semibold tracking-normal">{name}</span>
        <span className="mt-1 block text-muted">{description}</span>
      </span>
      {href === undefined ? null : (
        <>
          <Icon drawing={ArrowUpRightIcon} className="channel-arrow" />
          <VisuallyHidden>(opens in a new tab)</VisuallyHidden>
        </>
      )}
    </>
  );
  // Names, not colours: the style sheet has a shade of each for either theme, and the page's policy takes no style attribute.
  const inks = ink === undefined ? {} : { 'data-from': ink.gradient[0], 'data-to': ink.gradient[1], 'data-shadow': ink.shadow };
  if (href !== undefined) {
    return (
      <a href={href} target="_blank" rel="noopener noreferrer" className="channel channel-live" {...inks}>
        {content}
      </a>
    );
  }
  if (onPress !== undefined) {
    return (
      <button type="button" onClick={onPress} className="channel channel-live" {...inks}>
        {content}
      </button>
    );
  }
  return (
    <div className={classNames('channel', children !== undefined && 'channel-live')} {...inks}>
      {content}
      {children}
    </div>
  );
}
