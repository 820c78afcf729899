import { data } from 'react-router';
import type { Route } from './+types/page.ts';
import { ClosedLink, closedHeaders, handedOutHead } from './closed-link.tsx';
import { closedFace, readClosedReason } from './closed-reasons.ts';

/** The server sets the reason; it leads on itself where there is none. */
export function loader({ request }: Route.LoaderArgs) {
  const reason = readClosedReason(new URL(request.url).searchParams.get('refused')) ?? 'link-unknown';
  return data(reason, { status: closedFace(reason).status });
}

export function headers() {
  return closedHeaders;
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return handedOutHead(closedFace(loaderData ?? 'link-unknown').title, matches[0].loaderData);
}

/** A short link that leads nowhere now. */
export default function ClosedLinkPage({ loaderData }: Route.ComponentProps) {
  return <ClosedLink reason={loaderData} />;
}
