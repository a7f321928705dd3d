import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useTranslate } from 'ra-core';

/** Floats at the right edge of wide screens, outside of what the page shows; on others the menu has a button. */
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
        display: { xs: 'none', lg: 'block' },
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
          // No wider than the margin of the page.
          paddingX: 0.25,
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
