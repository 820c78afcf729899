import { mailPartsOf } from '@castellan/content/mail-parts';
import type { Profile } from '@castellan/content/profile';
import { DiscordLogoIcon } from '@castellan/icons/logos/discord-logo';
import { InstagramLogoIcon } from '@castellan/icons/logos/instagram-logo';
import { LinkedinLogoIcon } from '@castellan/icons/logos/linkedin-logo';
import { SpotifyLogoIcon } from '@castellan/icons/logos/spotify-logo';
import { ChannelCard } from '../../domains/contact/channel-card.tsx';
import { headOf } from '../../domains/discovery/page-head.ts';
import { useOwnerFacts } from '../../domains/owner/owner-facts.ts';
import { siteOf } from '../../lib/site-context.ts';
import type { IconDrawing } from '../../ui/icon.tsx';
import { mrzNameLine } from '../../ui/mrz/mrz.ts';
import { MrzLine } from '../../ui/mrz/mrz-line.tsx';
import type { Route } from './+types/page.ts';
import { EmailCard } from './email-card.tsx';
import { PhoneCard } from './phone-card.tsx';
import './page.css';

export function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { email, instagramUrl, spotifyUrl, linkedinUrl, discordHandle } = site.profile;
  return { mail: mailPartsOf(email), instagramUrl, spotifyUrl, linkedinUrl, discordHandle };
}

export function meta({ matches }: Route.MetaArgs) {
  return headOf(matches, (name) => ({
    path: '/contact',
    title: `Contact Me · ${name}`,
    description: `How to reach ${name}: e-mail, phone and social profiles.`,
  }));
}

type Channels = Pick<Profile, 'instagramUrl' | 'spotifyUrl' | 'linkedinUrl' | 'discordHandle'>;

/** The columns that each card takes in the row, by how many cards there are, so that the row has no gap. */
const widths = [
  '',
  'sm:col-span-2 md:col-span-12',
  'md:col-span-6',
  'sm:last:col-span-2 md:col-span-4 md:last:col-span-4',
  'md:col-span-6 lg:col-span-3',
] as const;

/** The ways to reach the owner beside e-mail and telephone; what is not given has no card. */
function channelsOf({ instagramUrl, spotifyUrl, linkedinUrl, discordHandle }: Channels) {
  const linked = (drawing: IconDrawing, name: string, description: string, href: string | undefined) =>
    href === undefined ? [] : [{ drawing, name, description, href }];
  return [
    ...linked(InstagramLogoIcon, 'Socials', 'Pictures on Instagram', instagramUrl),
    ...linked(SpotifyLogoIcon, 'Spotify', 'What I listen to', spotifyUrl),
    ...(discordHandle === undefined
      ? []
      : [{ drawing: DiscordLogoIcon, name: 'Discord', description: <span className="font-mono">{discordHandle}</span> }]),
    ...linked(LinkedinLogoIcon, 'LinkedIn', 'Professional profile', linkedinUrl),
  ];
}

export default function ContactPage({ loaderData }: Route.ComponentProps) {
  const owner = useOwnerFacts();
  const { mail } = loaderData;
  const channels = channelsOf(loaderData);
  return (
    <main id="main" className="page flex-1 pt-12 pb-24">
      <MrzLine text={mrzNameLine({ document: 'C', issuer: 'SEC', ...owner }, 26)} className="mb-5" />
      <h1 className="lettering text-[clamp(2.25rem,5vw,4rem)] leading-[1.04]">Contact Me</h1>
      <p className="mt-5 mb-10 max-w-prose text-lg text-muted">
        Choose the way that suits you.{mail === undefined ? '' : ' E-mail gets the quickest reply.'}
      </p>
      {/* One first choice, one second, and the rest in a row. */}
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 sm:gap-6 md:grid-cols-12">
        {mail === undefined ? null : (
          <li className="sm:col-span-2 md:col-span-8">
            <EmailCard {...mail} />
          </li>
        )}
        <li className={mail === undefined ? 'sm:col-span-2 md:col-span-12' : 'sm:col-span-2 md:col-span-4'}>
          <PhoneCard />
        </li>
        {channels.map((channel) => (
          <li key={channel.name} className={widths[channels.length]}>
            <ChannelCard {...channel} />
          </li>
        ))}
      </ul>
    </main>
  );
}
