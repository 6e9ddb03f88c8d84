import type { TemplateCode } from '../../metatags/index.ts';
import type { Code } from '../../members/codes.ts';
import type { Operation } from '../operation.ts';

/** A mechanical fix of an issue. `lossy`: the author loses content, so it is not preselected. */
export type Fix = {
  code: Code | TemplateCode;
  /** The path of the fixed issue. */
  path: string;
  lossy: boolean;
  operations: readonly Operation[];
};
