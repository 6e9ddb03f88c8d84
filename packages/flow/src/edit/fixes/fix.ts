import type { TemplateCode } from '../../metatags/index.ts';
import type { Code } from '../../validate/codes.ts';
import type { Operation } from '../operation.ts';

/** A mechanical fix of an issue. `lossy`: something the author wrote is lost, so it is not chosen beforehand. */
export type Fix = {
  code: Code | TemplateCode;
  /** The path of the issue that it fixes. */
  path: string;
  lossy: boolean;
  operations: readonly Operation[];
};
