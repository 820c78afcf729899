/** Why the server’s way out did not lead to the endpoint. */
export function egressFailureText(code: string): string {
  switch (code) {
    case 'address_refused':
      return 'The endpoint’s address is not public. To allow it, start the server with TOOLS_ALLOW_CIDRS naming its network, such as 127.0.0.0/8.';
    case 'name_not_found':
      return 'The endpoint’s name has no address.';
    case 'timed_out':
      return 'The endpoint did not answer in time.';
    case 'connection_failed':
      return 'The connection to the endpoint failed. Is it running, and does its certificate match its name?';
    case 'key_refused':
      return 'The endpoint refused the key.';
    case 'not_understood':
      return 'The endpoint did not answer with a list of models. Check its address: it usually ends in /v1.';
    case 'endpoint_refused':
      return 'The endpoint has no list of models. Type the model’s name.';
    default:
      return 'The endpoint cannot be reached.';
  }
}
