import type { TranslateFunction } from 'ra-core';
import { CommentButton } from './CommentButton';
import type { WriteCall } from './processContext';
import type { ProcessRecord } from './types';

interface RequestComment {
  record: ProcessRecord;
  /** Which step's comment. */
  step: string;
  /** How it is saved; absent where the viewer only reads. */
  write: ((text: string) => WriteCall) | undefined;
  translate: TranslateFunction;
}

/** The comment on the whole request in a step; null where there is none and none may be written. */
export function requestComment({ record, step, write, translate }: RequestComment) {
  const comment = record.approvalComments?.[step];
  if (!comment && !write) return null;
  return (
    <CommentButton
      words={translate(write && !comment ? 'process.comment.onRequest' : 'process.comment.ofRequest')}
      title={translate('process.comment.ofRequest')}
      comment={comment}
      write={write}
    />
  );
}
