/** COM39: the frame of a bank says when the card holder is done. The page is then left for its result, which the provider reports. */
export function followChallenge({ source, data }: MessageEvent<{ status?: unknown } | null>): void {
  const frame = document.querySelector<HTMLIFrameElement>('iframe.challenge');
  const isDone = frame !== null && source === frame.contentWindow && data?.status === 'COMPLETE';
  if (isDone) location.assign(frame.dataset['returned']!);
}
