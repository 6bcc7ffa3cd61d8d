/** An upload whose body is under way until it is finished. */
export function beginUpload(
  { url, key }: { url: string; key: string },
  bytes: Uint8Array,
): { answer: Promise<Response>; finish: () => void } {
  const rest = Promise.withResolvers<void>();
  const head = '--edge\r\ncontent-disposition: form-data; name="file"; filename="a.mp3"\r\n\r\n';
  const body = async function* () {
    yield Buffer.concat([Buffer.from(head), bytes.subarray(0, 1000)]);
    await rest.promise;
    yield Buffer.concat([bytes.subarray(1000), Buffer.from('\r\n--edge--\r\n')]);
  };
  const answer = fetch(`${url}/v1/files`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'multipart/form-data; boundary=edge',
    },
    body: ReadableStream.from(body()),
    duplex: 'half',
  } as RequestInit);
  answer.catch(() => {});
  return { answer, finish: rest.resolve };
}
