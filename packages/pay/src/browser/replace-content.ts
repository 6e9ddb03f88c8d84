import { find, mainOf } from './dom.ts';

/** Replaces this page's content with another page's, and focuses its heading; false if it loads that page, or if the HTML is no page of a checkout. */
export function replaceContent(html: string): boolean {
  const next = new DOMParser().parseFromString(html, 'text/html');
  if (!find('main', next)) return false;
  // Card fields need a script of their own, and the frame of a bank its own policy.
  if (find('.card, iframe', next)) {
    location.reload();
    return false;
  }
  document.title = next.title;
  for (const part of ['.page', '.bar']) {
    const old = find(part);
    const fresh = find(part, next);
    if (old && fresh) old.replaceWith(document.adoptNode(fresh));
    else old?.remove();
  }
  history.replaceState(null, '', location.pathname);
  const title = find('h1', mainOf(document))!;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
  scrollTo({ top: 0 });
  return true;
}
