import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useTranslate } from 'ra-core';

/** Floats at the right edge of wide screens; on a phone the menu has a button of its own. */
export function FeedbackTab({ onOpen }: { onOpen: () => void }) {
  const translate = useTranslate();
  return (
    <Box
      component="aside"
      aria-label={translate('feedback.label')}
      sx={{
        position: 'fixed',
        insetInlineEnd: 0,
        top: '50%',
        zIndex: 2,
        display: { xs: 'none', sm: 'block' },
        '@media print': { display: 'none !important' },
      }}
    >
      <ButtonBase
        aria-haspopup="dialog"
        onClick={onOpen}
        sx={(theme) => ({
          ...theme.typography.caption,
          writingMode: 'vertical-rl',
          paddingY: 1.5,
          paddingX: 0.5,
          color: theme.portal.accentText,
          backgroundColor: theme.portal.accentSoft,
          borderTopLeftRadius: theme.shape.borderRadius,
          borderBottomLeftRadius: theme.shape.borderRadius,
        })}
      >
        {translate('feedback.label')}
      </ButtonBase>
    </Box>
  );
}
