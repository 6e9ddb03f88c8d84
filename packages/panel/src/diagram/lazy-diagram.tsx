import { lazy } from 'react';

/** The diagram, loaded with its library when a page first shows one. Needs a `Suspense` around it. */
export const LazyDiagram = lazy(async () => ({ default: (await import('./diagram.tsx')).Diagram }));
