import type { LinkInk } from '@castellan/content/profile';
import { DiscordLogoIcon } from '@castellan/icons/logos/discord-logo';
import { GithubLogoIcon } from '@castellan/icons/logos/github-logo';
import { LinkedinLogoIcon } from '@castellan/icons/logos/linkedin-logo';
import { lazy, Suspense, useRef, useState } from 'react';
import { ChannelCard } from '../../domains/contact/channel-card.tsx';
import { useEntrance } from '../../domains/motion/use-entrance.ts';
import { classNames } from '../../ui/class-names.ts';
import { WithoutScript } from '../../ui/without-script.tsx';
import type { LetterContent } from './letter/letter-content.ts';
import { LetterPlace } from './letter/letter-place.tsx';
import { Guilloche } from './section-frame.tsx';

type SocialProps = {
  /** What is not given has no card. */
  readonly linkedinUrl: string | undefined;
  readonly githubUrl: string | undefined;
  readonly discordHandle: string | undefined;
  readonly ink: Readonly<Record<'linkedin' | 'github' | 'discord', LinkInk>>;
  readonly letter: LetterContent | undefined;
};

// Fetched when it is first asked for: most visitors never open it.
const DiscordDialog = lazy(() => import('../../domains/contact/discord-dialog.tsx').then((file) => ({ default: file.DiscordDialog })));

const columns = ['', '', 'md:grid-cols-2', 'md:grid-cols-3'] as const;

/**
 * Where else the owner is found, and the letter; nothing where there is neither. The cards enter one after the other, 100 ms apart
 * (spec §9).
 */
export function Social({ linkedinUrl, githubUrl, discordHandle, ink, letter }: SocialProps) {
  const element = useRef<HTMLUListElement>(null);
  const entering = useEntrance(element, 0.1);
  const count = [linkedinUrl, githubUrl, discordHandle].filter((given) => given !== undefined).length;
  if (count === 0 && letter === undefined) return null;
  return (
    <section aria-labelledby="social" className="page home-section">
      <Guilloche />
      <h2 id="social" className="lettering home-section-title">
        Find me here ~
      </h2>
      <div className="min-w-0">
        {count === 0 ? null : (
          <ul ref={element} className={classNames('grid gap-3 sm:gap-6', columns[count], entering && 'entering-in-turn')}>
            {linkedinUrl === undefined ? null : (
              <li>
                <ChannelCard
                  drawing={LinkedinLogoIcon}
                  name="LinkedIn"
                  description="Professional Network"
                  href={linkedinUrl}
                  ink={ink.linkedin}
                />
              </li>
            )}
            {githubUrl === undefined ? null : (
              <li>
                <ChannelCard drawing={GithubLogoIcon} name="GitHub" description="Code Repository" href={githubUrl} ink={ink.github} />
              </li>
            )}
            {discordHandle === undefined ? null : (
              <li>
                <DiscordCard handle={discordHandle} ink={ink.discord} />
              </li>
            )}
          </ul>
        )}
        {letter === undefined ? null : <LetterPlace letter={letter} />}
      </div>
    </section>
  );
}

function DiscordCard({ handle, ink }: { readonly handle: string; readonly ink: LinkInk }) {
  const [dialog, setDialog] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <>
      <ChannelCard
        drawing={DiscordLogoIcon}
        name="Discord"
        description={
          <>
            <span>Community Chat</span>
            <WithoutScript>{handle}</WithoutScript>
          </>
        }
        ink={ink}
        onPress={() => setDialog('open')}
      />
      {dialog === 'never' ? null : (
        <Suspense fallback={null}>
          <DiscordDialog open={dialog === 'open'} handle={handle} onClose={() => setDialog('closed')} />
        </Suspense>
      )}
    </>
  );
}
