import { Panel } from '../../../web/app/ui/panel.tsx';

/** What sending from a browser means, in words. */
export default function HowItWorks({ hasRelay }: { readonly hasRelay: boolean }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Panel title="From your browser">
        <div className="grid gap-3">
          <p>
            Requests leave from your own browser and network: this site’s server is not asked and sees none of them. They are sent by a
            small document in a sandbox, which reaches neither this page’s storage nor its cookies.
          </p>
          <p>
            Its origin is <code className="font-mono">null</code>. A server lets it read answers by{' '}
            <code className="font-mono">access-control-allow-origin: *</code> or <code className="font-mono">null</code> (CORS). Without
            that the request may arrive, and the answer stays hidden.
          </p>
          <p>
            Methods other than GET, HEAD and POST, content types such as JSON, and most headers make the browser ask first, by OPTIONS: a
            preflight. The server must allow the method and each header.
          </p>
          <p>
            Browsers set some headers themselves, among them Cookie, Host, Origin, Referer and User-Agent, and leave yours out. GET and HEAD
            carry no body. Redirects are followed, and only the last answer is seen.
          </p>
          <p>From a page that came by https, nothing is sent to http, but for this machine itself.</p>
        </div>
      </Panel>
      <Panel title={hasRelay ? 'From the server' : 'What is kept'}>
        <div className="grid gap-3">
          {hasRelay ? (
            <p>
              The server sends for you: no CORS, any header but those of the connection, redirects hop by hop. It sees requests and
              responses, and stores and logs neither. Private networks are refused unless TOOLS_ALLOW_CIDRS names them. Your headers and
              body are not sent to another origin.
            </p>
          ) : null}
          {hasRelay ? (
            <p>
              A variable, or a field of Basic, Bearer and API key, may be a value from your vault. A reference to the entry is kept, never
              the value. It is read when a request is sent, which the activity log records, and it goes only through the server, which
              handles it in transit.
            </p>
          ) : null}
          {hasRelay ? (
            <p>
              It goes only to places (scheme, host and port) that you allowed for its entry; you are asked about each new one. It is never
              used in the scheme, host or port of an address, leaves over https or to the server’s own machine, and follows no redirect to
              another place. In what comes back it is masked, as it is and as addresses, forms, JSON, JSON within JSON, HTML, base64 and
              hexadecimal digits spell it; checks look at the masked answer. A copy as cURL and an export name the variable. What a server
              makes of a value otherwise cannot be recognised.
            </p>
          ) : null}
          <p>
            A file used as the body or as a form field stays in this tab’s memory. Only its name is saved; after a reload, choose it again.
            Up to 25 MB are sent from a browser, up to 3 MB through the server.
          </p>
          <p>
            {hasRelay
              ? 'Your collections and environments are sealed with the vault’s key.'
              : 'Collections and environments are stored in this browser unencrypted, including passwords and tokens that you type. Delete what you do not want to keep.'}
          </p>
          <p>
            Checks are data and no scripts. They are exported as test scripts that Postman and newman run to the same verdict, and read back
            from them. Other scripts are named when they are imported, and never run.
          </p>
        </div>
      </Panel>
    </div>
  );
}
