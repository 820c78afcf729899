import { DiscordLogoIcon } from '@castellan/icons/logos/discord-logo';
import { InstagramLogoIcon } from '@castellan/icons/logos/instagram-logo';
import { LinkedinLogoIcon } from '@castellan/icons/logos/linkedin-logo';
import { SpotifyLogoIcon } from '@castellan/icons/logos/spotify-logo';
import { ChannelCard } from '../../domains/contact/channel-card.tsx';
import { headOf } from '../../domains/discovery/page-head.ts';
import { useOwnerFacts } from '../../domains/owner/owner-facts.ts';
import { siteOf } from '../../lib/site-context.ts';
import { mrzNameLine } from '../../ui/mrz/mrz.ts';
import { MrzLine } from '../../ui/mrz/mrz-line.tsx';
import type { Route } from './+types/page.ts';
import { EmailCard } from './email-card.tsx';
import { PhoneCard } from './phone-card.tsx';

/** The e-mail address goes out in two parts, so that the page's text holds none that a program would find. */
export function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { email, instagramUrl, spotifyUrl, linkedinUrl, discordHandle } = site.profile;
  const at = email.lastIndexOf('@');
  return { mailbox: email.slice(0, at), mailHost: email.slice(at + 1), instagramUrl, spotifyUrl, linkedinUrl, discordHandle };
}

export function meta({ matches }: Route.MetaArgs) {
  return headOf(matches, (name) => ({
    path: '/contact',
    title: `Contact Me · ${name}`,
    description: `How to reach ${name}: e-mail, phone and social profiles.`,
  }));
}

export default function ContactPage({ loaderData }: Route.ComponentProps) {
  const owner = useOwnerFacts();
  const { mailbox, mailHost, instagramUrl, spotifyUrl, linkedinUrl, discordHandle } = loaderData;
  return (
    <main id="main" className="page flex-1 pt-12 pb-24">
      <MrzLine text={mrzNameLine({ document: 'C', issuer: 'SEC', ...owner }, 26)} className="mb-5" />
      <h1 className="lettering text-[clamp(2.25rem,5vw,4rem)] leading-[1.04]">Contact Me</h1>
      <p className="mt-5 mb-10 max-w-prose text-lg text-muted">Choose the way that suits you. E-mail gets the quickest reply.</p>
      {/* One first choice, one second, and the rest in a row. */}
      <ul className="grid grid-cols-1 gap-6 sm:grid-cols-2 md:grid-cols-12 [&>li]:md:col-span-6 [&>li]:lg:col-span-3">
        <li className="sm:col-span-2 md:col-span-8! lg:col-span-8!">
          <EmailCard mailbox={mailbox} mailHost={mailHost} />
        </li>
        <li className="sm:col-span-2 md:col-span-4! lg:col-span-4!">
          <PhoneCard />
        </li>
        <li>
          <ChannelCard drawing={InstagramLogoIcon} name="Socials" description="Pictures on Instagram" href={instagramUrl} />
        </li>
        <li>
          <ChannelCard drawing={SpotifyLogoIcon} name="Spotify" description="What I listen to" href={spotifyUrl} />
        </li>
        <li>
          <ChannelCard drawing={DiscordLogoIcon} name="Discord" description={<span className="font-mono">{discordHandle}</span>} />
        </li>
        <li>
          <ChannelCard drawing={LinkedinLogoIcon} name="LinkedIn" description="Professional profile" href={linkedinUrl} />
        </li>
      </ul>
    </main>
  );
}
