import type { Theme } from '@mui/material/styles';
import { scrollShadow } from '../../theme/mixins';
import { LINE_WIDTH, RESULT_WIDTH } from './useReviewColumns';

/** Minimum container width for sticky columns. They would cover too much of a narrower one. */
const MIN_WIDTH = 600;
const DIGIT = 9;
const EDGE = 24;

/**
 * Return the style of the review table. Row number and result are sticky in horizontal scrolling; a shadow at the edge
 * indicates more columns.
 */
export function buildReviewStyle(theme: Theme, cellsWidth: number, lastNumber: number) {
  const line = Math.max(LINE_WIDTH, String(lastNumber).length * DIGIT + EDGE);
  const { palette } = theme.vars;
  const sticky = { position: 'sticky', zIndex: 1, backgroundColor: palette.background.paper };
  const border = `1px solid ${palette.divider}`;
  return {
    // Also the containing block of visually hidden elements, which would widen the page.
    position: 'relative',
    overflowX: 'auto',
    overflowY: 'clip',
    containerType: 'inline-size',
    ...scrollShadow(theme),
    borderTop: border,
    borderBottom: border,
    '@media print': { overflow: 'visible' },
    [`@container (min-width: ${MIN_WIDTH}px)`]: { '& > .room': { minWidth: line + RESULT_WIDTH + cellsWidth } },
    // Doubled: the table has rules of equal specificity, and the order in which styles load varies.
    '&& thead': { position: 'static' },
    '& col:first-of-type': { width: `${line}px !important` },
    '&& tr > :nth-of-type(1)': { ...sticky, left: 0, paddingInline: '8px', borderRight: border },
    '&& tr > :nth-of-type(2)': { ...sticky, left: line, paddingInline: '10px 6px', borderRight: border },
    '&& tr > :nth-of-type(n + 3)': { paddingInline: '10px' },
    '&& thead th': { verticalAlign: 'middle', paddingBlock: '8px' },
    '& th:nth-of-type(n + 3)': { backgroundColor: 'transparent' },
    '&& td': { height: 48, paddingBlock: '4px' },
    '& .line': { color: palette.text.tertiary },
    '& .WRONG .line': { color: palette.error.main, fontWeight: theme.typography.fontWeightBold },
    '& tr.WRONG > td:first-of-type, & li.WRONG': { boxShadow: `inset 3px 0 0 ${palette.error.main}` },
    '& td:has(> .changed), & dd:has(> .changed)': {
      color: theme.status.moving.text,
      backgroundColor: theme.status.moving.background,
    },
    '& dd:has(> .changed)': { padding: '4px 8px', borderRadius: `${theme.shape.borderRadius}px` },
    '& del': { ...theme.typography.caption, display: 'block' },
    '& ins': { textDecoration: 'none', fontWeight: theme.typography.fontWeightBold },
    '& del, & ins, & ins + span': { overflowWrap: 'anywhere' },
    '& td > div > span, & td > div > ins': {
      overflowWrap: 'anywhere',
      display: '-webkit-box',
      WebkitLineClamp: 2,
      WebkitBoxOrient: 'vertical',
      overflow: 'hidden',
    },
  } as const;
}
