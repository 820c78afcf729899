import { CopyButton } from '../../../../web/app/domains/session/copy-button.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';

/** A new token, which is shown this once, and how to send with it: by curl, by Shortcuts, and what the JSON may hold. */
export function HowToSend({ token }: { readonly token: string | undefined }) {
  const address = `${location.origin}/functions/v1/health-feed`;
  const command = curlCommand(address, token ?? 'TOKEN');
  return (
    <>
      {token === undefined ? null : (
        <div role="status" className="mt-4">
          <StatusMark kind="success">Copy the token now: it is shown this once.</StatusMark>
          <p className="mt-1 font-mono text-sm wrap-anywhere">{token}</p>
          <div className="-ml-2">
            <CopyButton text={token}>Copy the token</CopyButton>
          </div>
        </div>
      )}
      <h3 className="mt-5 mb-2 font-semibold">With curl, or Tasker’s HTTP request</h3>
      <pre className="rounded-control border border-hairline p-3 font-mono text-sm whitespace-pre-wrap wrap-anywhere">{command}</pre>
      <div className="-ml-2">
        <CopyButton text={command}>Copy the command</CopyButton>
      </div>
      <h3 className="mt-5 mb-2 font-semibold">With Shortcuts on an iPhone</h3>
      <ol className="list-decimal pl-5">
        <li>Add “Find Health Samples”: the type, such as Weight, sorted by the newest, limited to 1.</li>
        <li>
          Add “Get Contents of URL” with <span className="font-mono text-sm wrap-anywhere">{address}</span>. Method: POST. Header:
          X-Health-Feed-Token, with the token.
        </li>
        <li>
          Request body: JSON, with the texts <span className="font-mono text-sm">measure</span> (Weight),{' '}
          <span className="font-mono text-sm">value</span> (the sample’s Value), <span className="font-mono text-sm">unit</span> (its Unit)
          and <span className="font-mono text-sm">at</span> (its Start Date, in the format ISO 8601 with time).
        </li>
        <li>In Automation, have it run each day.</li>
      </ol>
      <p className="mt-4 max-w-prose text-sm text-muted">
        One value, a list of up to 500, or an object with the list under “values”. Without “at” a value is from when it arrives. Units are
        those of Health Matrix, and nothing is converted. Of a measure, the latest value of a day is the day’s: send the day’s total of
        steps, not parts of it.
      </p>
    </>
  );
}

function curlCommand(address: string, token: string): string {
  const body = '{"measure": "weight", "value": 74.2, "unit": "kg"}';
  return `curl ${address} -H 'X-Health-Feed-Token: ${token}' -d '${body}'`;
}
