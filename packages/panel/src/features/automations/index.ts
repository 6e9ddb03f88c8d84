export { AutomationsPage } from './automations-page.tsx';
export { TemplatesPage } from './templates-page.tsx';
export { ImportPage } from './import-page.tsx';
