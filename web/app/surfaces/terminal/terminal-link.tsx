import { Link } from 'react-router';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

const linkClass = 'text-ink underline decoration-copper underline-offset-4 hover:text-copper';

/** An address as a link: a page of this site in place, anything else (and files of this site) in a new tab. Other addresses stay text. */
export function TerminalLink({ address, children }: { readonly address: string; readonly children?: string | undefined }) {
  const text = children ?? shortAddress(address);
  const isFile = address === '/resume' || address.startsWith('/.well-known/');
  if (/^\/(?!\/)/.test(address) && !isFile) {
    return (
      <Link to={address} className={linkClass}>
        {text}
      </Link>
    );
  }
  if (!/^https?:\/\//.test(address) && !isFile) return text;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className={linkClass}>
      {text}
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </a>
  );
}

function shortAddress(address: string): string {
  return address.replace(/^https?:\/\/(?:www\.)?/, '').replace(/(?<=.)\/$/, '');
}
