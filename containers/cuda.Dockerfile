# hexscan with CUDA, for GPUs of compute capability 7.5 to 12.0. This file has been linted, but not built, on the machine
# where hexscan is developed.
#
#     docker build -f containers/cuda.Dockerfile -t hexscan-cuda .
#     docker run --rm --gpus all -v "$PWD:/work" hexscan-cuda --stage 7
FROM nvidia/cuda:13.0.0-devel-ubuntu24.04 AS build
WORKDIR /hexscan
COPY . .
RUN scripts/install-dependencies.sh python \
    && scripts/build.sh /hexscan/build/release -DHEXSCAN_CUDA=ON -DHEXSCAN_CUDA_ARCHITECTURES= \
    && apt-get install -y -qq --no-install-recommends file \
    && cpack --config build/release/CPackConfig.cmake -B /package

# The CUDA runtime is linked into hexscan. The driver comes with the container's runtime.
FROM nvidia/cuda:13.0.0-base-ubuntu24.04
COPY --from=build /package/hexscan_*.deb /tmp/
RUN apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends /tmp/hexscan_*.deb python3 python3-numpy \
    && rm -rf /tmp/hexscan_*.deb /var/lib/apt/lists/* \
    && useradd --create-home hexscan
USER hexscan
WORKDIR /work
ENTRYPOINT ["hexscan"]
