import type { Locator, Page } from '@playwright/test';

/** A component in the tree of React, as its developer tools read it, in a production build too. */
type Fiber = {
  tag: number;
  flags: number;
  child: Fiber | null;
  sibling: Fiber | null;
  alternate: Fiber | null;
};

type Tools = { renders: number };
type Watched = Record<string, Tools>;

/** The name that React looks for. */
const hookName = '__REACT_DEVTOOLS_GLOBAL_HOOK__';

/** Counts, in each page from now on, the components that React renders; those that it calls and whose result it keeps are not counted. */
export const watchRenders = (page: Page): Promise<unknown> =>
  page.addInitScript((name) => {
    // Function, class, forwarded and memoised components. The first flag: the component has rendered in this commit.
    const isComponent = ({ tag }: Fiber): boolean => [0, 1, 11, 15].includes(tag);
    const renders = (fiber: Fiber): number => {
      const before = fiber.alternate;
      let count = isComponent(fiber) && (before === null || (fiber.flags & 1) === 1) ? 1 : 0;
      // React keeps the children of a part in which nothing has rendered.
      if (before?.child === fiber.child) return count;
      for (let child = fiber.child; child; child = child.sibling) count += renders(child);
      return count;
    };
    const tools = {
      renders: 0,
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: (_id: number, root: { current: Fiber }) => void (tools.renders += renders(root.current)),
      onCommitFiberUnmount: () => {},
    };
    (window as unknown as Watched)[name] = tools;
  }, hookName);

/** The components that rendered from a click on an element to the next picture. */
export const rendersOfClick = (element: Locator): Promise<number> =>
  element.evaluate((pressed: HTMLElement, name) => {
    const tools = (window as unknown as Watched)[name]!;
    tools.renders = 0;
    pressed.click();
    return new Promise<number>((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(tools.renders))));
  }, hookName);
