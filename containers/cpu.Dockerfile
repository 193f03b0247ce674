# hexscan for the CPU, as the distribution's package. This file has been linted, but not built, on the machine where
# hexscan is developed.
#
#     docker build -f containers/cpu.Dockerfile -t hexscan .
#     docker run --rm -v "$PWD:/work" hexscan check my.yaml
FROM debian:12 AS build
WORKDIR /hexscan
COPY . .
RUN scripts/install-dependencies.sh python \
    && scripts/build.sh /hexscan/build/release -DHEXSCAN_CUDA=OFF \
    && apt-get install -y -qq --no-install-recommends file \
    && cpack --config build/release/CPackConfig.cmake -B /package

FROM debian:12-slim
COPY --from=build /package/hexscan_*.deb /tmp/
RUN apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends /tmp/hexscan_*.deb python3 python3-numpy \
    && rm -rf /tmp/hexscan_*.deb /var/lib/apt/lists/* \
    && useradd --create-home hexscan
USER hexscan
WORKDIR /work
ENTRYPOINT ["hexscan"]
