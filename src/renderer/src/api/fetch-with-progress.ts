/**
 * A `fetch` that tells how much of what it sends is on its way, from 0 to 1. Browsers tell that of an `XMLHttpRequest`
 * only; it takes what the client gives it, and no more of what `fetch` can.
 */
export function fetchWithProgress(onProgress: (share: number) => void): typeof fetch {
  return (address, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const request = new XMLHttpRequest();
      request.open(method, String(address));
      new Headers(headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.responseType = 'blob';
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onload = () => resolve(new Response(request.response, { status: request.status }));
      request.onerror = () => reject(new TypeError('The request failed.'));
      request.onabort = () => reject(signal?.reason);
      signal?.addEventListener('abort', () => request.abort());
      request.send(body as XMLHttpRequestBodyInit);
    });
}
