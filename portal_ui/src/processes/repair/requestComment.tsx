import type { TranslateFunction } from 'ra-core';
import { CommentButton } from '../../kernel/process/CommentButton';
import { commentWrite } from './kind';
import type { Repair } from './types';

interface RequestComment {
  record: Repair;
  step: 'NEW' | 'IN_REPAIR_APPROVAL';
  writable: boolean;
  translate: TranslateFunction;
}

/** The comment on the whole repair in a step; null where there is none and none may be written. */
export function requestComment({ record, step, writable, translate }: RequestComment) {
  const comment = record.approvalComments?.[step];
  if (!comment && !writable) return null;
  return (
    <CommentButton
      words={translate(writable && !comment ? 'repair.comment.onRequest' : 'repair.comment.ofRequest')}
      title={translate('repair.comment.ofRequest')}
      comment={comment}
      write={writable ? commentWrite('request', record.id, step) : undefined}
    />
  );
}
