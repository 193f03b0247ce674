# The files of the page of a sweep. The template contains the part of the style that only this page needs.
hexscan_page(sweep sweep_page_shell
  TEMPLATE src/sweep/page/sweep_page.html
  STYLE src/results/page/page.css
  MODULES src/results/page/dom.mjs src/results/page/units.mjs src/results/page/theme.mjs
    src/results/page/decode.mjs src/results/page/palette.mjs src/results/page/slice_picture.mjs
    src/results/page/slice_view.mjs src/results/page/map_choice.mjs src/sweep/page/column.mjs
    src/sweep/page/designs.mjs src/sweep/page/raster.mjs src/sweep/page/brush.mjs src/sweep/page/matrix_layout.mjs
    src/sweep/page/plot_text.mjs src/sweep/page/brushed_plot.mjs src/sweep/page/matrix_painter.mjs
    src/sweep/page/scatter_matrix.mjs
    src/sweep/page/line_layer.mjs src/sweep/page/axes_layout.mjs src/sweep/page/parallel_axes.mjs
    src/sweep/page/column_fields.mjs src/sweep/page/machine_file.mjs src/sweep/page/machine_strip.mjs
    src/sweep/page/best_table.mjs src/sweep/page/svg.mjs src/sweep/page/histogram.mjs
    src/sweep/page/sensitivities.mjs src/sweep/page/tolerance.mjs src/sweep/page/sweep_words.mjs
    src/sweep/page/sweep_page.mjs)
