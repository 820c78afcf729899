import type { LinkInk } from '@castellan/content/profile';
import { DiscordLogoIcon } from '@castellan/icons/logos/discord-logo';
import { GithubLogoIcon } from '@castellan/icons/logos/github-logo';
import { LinkedinLogoIcon } from '@castellan/icons/logos/linkedin-logo';
import { lazy, Suspense, useRef, useState } from 'react';
import { ChannelCard } from '../../domains/contact/channel-card.tsx';
import { useEntrance } from '../../domains/motion/use-entrance.ts';
import { classNames } from '../../ui/class-names.ts';
import { WithoutScript } from '../../ui/without-script.tsx';
import { Guilloche } from './section-frame.tsx';

type SocialProps = {
  readonly linkedinUrl: string;
  readonly githubUrl: string;
  readonly discordHandle: string;
  readonly ink: Readonly<Record<'linkedin' | 'github' | 'discord', LinkInk>>;
};

// Fetched when it is first asked for: most visitors never open it.
const DiscordDialog = lazy(() => import('../../domains/contact/discord-dialog.tsx').then((file) => ({ default: file.DiscordDialog })));

/** Where else the owner is found. The cards enter one after the other, 100 ms apart (spec §9). */
export function Social({ linkedinUrl, githubUrl, discordHandle, ink }: SocialProps) {
  const element = useRef<HTMLUListElement>(null);
  const entering = useEntrance(element, 0.1);
  const [dialog, setDialog] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <section aria-labelledby="social" className="page home-section">
      <Guilloche />
      <h2 id="social" className="lettering home-section-title">
        Find me here ~
      </h2>
      <ul ref={element} className={classNames('grid gap-6 md:grid-cols-3', entering && 'entering-in-turn')}>
        <li>
          <ChannelCard
            drawing={LinkedinLogoIcon}
            name="LinkedIn"
            description="Professional Network"
            href={linkedinUrl}
            ink={ink.linkedin}
          />
        </li>
        <li>
          <ChannelCard drawing={GithubLogoIcon} name="GitHub" description="Code Repository" href={githubUrl} ink={ink.github} />
        </li>
        <li>
          <ChannelCard
            drawing={DiscordLogoIcon}
            name="Discord"
            description={
              <>
                <span>Community Chat</span>
                <WithoutScript>{discordHandle}</WithoutScript>
              </>
            }
            ink={ink.discord}
            onPress={() => setDialog('open')}
          />
        </li>
      </ul>
      {dialog === 'never' ? null : (
        <Suspense fallback={null}>
          <DiscordDialog open={dialog === 'open'} handle={discordHandle} onClose={() => setDialog('closed')} />
        </Suspense>
      )}
    </section>
  );
}
